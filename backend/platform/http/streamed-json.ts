import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StreamableFile } from '@nestjs/common';

/** Items of a list that are made text in one turn of the event loop. */
const ITEMS = 20;

async function* pieces(head: object, name: string, items: readonly unknown[]): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  for (let from = 0; from < items.length; from += ITEMS) {
    const texts = items.slice(from, from + ITEMS).map((item) => JSON.stringify(item));
    yield `${from === 0 ? '' : ','}${texts.join(',')}`;
    await nextTurn();
  }
  yield ']}';
}

/** A JSON object with a long list as its last member, sent piece by piece: other requests are answered in between. */
export function jsonWithList(head: object, name: string, items: readonly unknown[]): StreamableFile {
  return new StreamableFile(Readable.from(pieces(head, name, items)), {
    type: 'application/json; charset=utf-8',
  });
}
