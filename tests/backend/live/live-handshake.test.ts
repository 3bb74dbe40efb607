import { addDays, day } from '@domain/dates.js';
import { afterEach, expect, test } from '@jest/globals';
import { LiveTerminal } from '../../support/live-terminal.js';
import { sharedServer } from '../../support/shared.js';

const server = sharedServer();
const terminals: LiveTerminal[] = [];

afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.close();
});

function connect(
  ...details: [handshake?: Record<string, unknown>, headers?: Record<string, string>]
): LiveTerminal {
  const [handshake = {}, extraHeaders = {}] = details;
  const terminal = new LiveTerminal(server.url, handshake, { extraHeaders });
  terminals.push(terminal);
  return terminal;
}

/** A terminal that is connected and would hear of anything. */
async function listener(): Promise<LiveTerminal> {
  const terminal = connect();
  await terminal.until(() => terminal.states.length > 0);
  return terminal;
}

let days = 0;

/** Something happens, and a terminal hears of it. */
async function expectHears(terminal: LiveTerminal): Promise<void> {
  days += 1;
  const date = addDays(day('2096-01-01'), days);
  await fetch(`${server.url}/api/weather`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ date, weather: '晴れ' }),
  });
  await terminal.until(() => terminal.frames.at(-1)?.weather[0]?.date === date);
}

test.each(['https://evil.example', 'null', 'not a url', 'http://127.0.0.1:1'])(
  'a page of another origin is refused: %s',
  async (origin) => {
    const witness = await listener();
    const terminal = connect({}, { origin });
    await terminal.until(() => terminal.kinds.length > 0);
    expect(terminal.kinds).toEqual(['connect_error']);
    await expectHears(witness);
  },
);

test('the page of the server itself is let in', async () => {
  const terminal = connect({}, { origin: server.url });
  await terminal.until(() => terminal.kinds.length > 0);
  expect(terminal.kinds).toEqual(['reload']);
});

test.each<[string, Record<string, unknown>]>([
  ['no terminal id', { terminal_id: undefined }],
  ['an empty terminal id', { terminal_id: '' }],
  ['an endless terminal id', { terminal_id: 'x'.repeat(65) }],
  ['an object for a name', { terminal: { toString: 1 } }],
  ['an endless name', { terminal: '端'.repeat(51) }],
  ['a position that is text', { position: '1' }],
  ['a position that is no whole number', { position: 1.5 }],
  ['a position before the beginning', { position: -1 }],
  ['a log id that is a list', { log_id: [] }],
  ['a hash that is a number', { hash: 7 }],
])('a handshake with %s is cut off and hurts nobody', async (_, handshake) => {
  const witness = await listener();
  const terminal = connect(handshake);
  await terminal.until(() => terminal.kinds.length > 0);
  expect(terminal.kinds).toEqual(['disconnect']);
  await expectHears(witness);
});

test('a position that is far ahead of the log is no error', async () => {
  const witness = await listener();
  const [state] = witness.states;
  const terminal = connect({ ...state, position: 2 ** 40 });
  await terminal.until(() => terminal.states.length > 0);
  await expectHears(terminal);
});

test.each([
  ['an unknown message', (terminal: LiveTerminal) => terminal.send('drop table', { a: 1 })],
  [
    'a message in the name of the server',
    (terminal: LiveTerminal) => terminal.send('changes', { from: 0, to: 9 }),
  ],
  ['a message with too much in it', (terminal: LiveTerminal) => terminal.send('activity', 1, 2, 3)],
])('%s is ignored', async (_, misbehave) => {
  const witness = await listener();
  const terminal = await listener();
  misbehave(terminal);
  await expectHears(terminal);
  await expectHears(witness);
  expect(witness.frames).toHaveLength(2);
});

test.each([
  ['no packet at all', '\u0000\u0001{{{'],
  ['a packet of an unknown type', '49["editing",1]'],
  ['a packet that is no JSON', '42["editing",'],
  ['a message without a name', '42[]'],
  ['a message that claims to carry bytes', '451-["editing",{"_placeholder":true,"num":0}]'],
])('%s hurts nobody else', async (_, text) => {
  const witness = await listener();
  const terminal = await listener();
  terminal.sendRaw(text);
  await expectHears(witness);
  const fresh = await listener();
  await expectHears(fresh);
});

test('only a client that sends too much is disconnected', async () => {
  const witness = await listener();
  const terminal = await listener();
  terminal.sendRaw(`42["editing","${'x'.repeat(200_000)}"]`);
  await terminal.until(() => terminal.kinds.at(-1) === 'disconnect');
  await expectHears(witness);
});
