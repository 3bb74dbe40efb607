import fc from 'fast-check';
import type { Draft, Mutation } from './draft.js';
import { jsonOf, oddValue } from './odd-values.js';

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'version',
  'room_number',
  'Date',
  '',
  ' ',
  '日付',
  'a'.repeat(300),
];
/** What no text may hold, wherever it stands. */
const SIGNS = ['\u0000', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00'];
const nth = fc.nat(1_000);
type Place = { parent: Record<string, unknown> | unknown[]; key: string };

function placesIn(value: unknown): Place[] {
  if (value === null || typeof value !== 'object') return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
}

const valueAt = ({ parent, key }: Place): unknown => (parent as Record<string, unknown>)[key];

function atPlace(
  index: number,
  change: (place: Place) => void,
  fits: (place: Place) => boolean = () => true,
): Mutation['apply'] {
  return ({ tree }) => {
    const places = placesIn(tree).filter(fits);
    const place = places[index % Math.max(1, places.length)];
    if (place) change(place);
  };
}
const put = ({ parent, key }: Place, value: unknown) =>
  Object.defineProperty(parent, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });

/** From now on the body is text. */
function onText(change: (text: Buffer) => Buffer): Mutation['apply'] {
  return (draft) => {
    draft.bytes = change(draft.bytes ?? Buffer.from(jsonOf(draft.tree ?? {})));
    draft.tree = null;
  };
}

/** Another value, field or form somewhere in a JSON body. */
export const values: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(nth, oddValue).map(([index, value]) => ({
    what: 'a value',
    apply: atPlace(index, (place) => put(place, value)),
  })),
  fc.tuple(nth, fc.constantFrom(...SIGNS)).map(([index, sign]) => ({
    what: 'a sign in a text',
    apply: atPlace(
      index,
      (place) => put(place, `${String(valueAt(place)).slice(0, 1)}${sign}${String(valueAt(place)).slice(1)}`),
      (place) => typeof valueAt(place) === 'string',
    ),
  })),
  nth.map((index) => ({
    what: 'a field left out',
    apply: atPlace(index, ({ parent, key }) => Reflect.deleteProperty(parent, key)),
  })),
  nth.map((index) => ({
    what: 'a list of one',
    apply: atPlace(index, (place) => put(place, [valueAt(place)])),
  })),
  nth.map((index) => ({
    what: 'a number as text',
    apply: atPlace(index, (place) => put(place, String(valueAt(place)))),
  })),
  fc.tuple(fc.constantFrom(...NAMES), oddValue).map(([key, value]) => ({
    what: 'a field too many',
    apply: ({ tree }: Draft) => {
      if (tree !== null && typeof tree === 'object')
        put({ parent: tree as Record<string, unknown>, key }, value);
    },
  })),
);

const WHOLE = [
  '',
  'null',
  'true',
  '1',
  '"x"',
  '[]',
  '[{}]',
  '{',
  '{}{}',
  "{'a':1}",
  '{"a":1,}',
  '\u00ef\u00bb\u00bf{}',
  '{"a":\u00ff}',
  'NaN',
];
/** A body that is no such JSON any more. */
export const texts: fc.Arbitrary<Mutation> = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map((at) => ({
    what: 'a body cut off',
    apply: onText((text) => text.subarray(0, Math.floor(text.length * at))),
  })),
  fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([at, bytes]) => ({
      what: 'bytes within the body',
      apply: onText((text) => {
        const place = Math.floor(text.length * at);
        return Buffer.concat([text.subarray(0, place), bytes, text.subarray(place)]);
      }),
    })),
  oddValue.map((value) => ({
    what: 'a key twice',
    apply: onText((text) => {
      const key = /^\{("[^"]*":)/.exec(text.toString())?.[1] ?? '"a":';
      return Buffer.concat([Buffer.from(`{${key}${jsonOf(value) || 0},`), text.subarray(1)]);
    }),
  })),
  fc.constantFrom('{"a":', '[').map((open) => ({
    what: 'a body of 10,000 levels',
    apply: onText(() => Buffer.from(`${open.repeat(10_000)}1${(open === '[' ? ']' : '}').repeat(10_000)}`)),
  })),
  fc.constantFrom(150_000, 2_000_000).map((size) => ({
    what: 'a body too large',
    apply: onText(() => Buffer.from(jsonOf({ a: '表'.repeat(size / 3) }))),
  })),
  fc
    .constantFrom(...WHOLE)
    .map((text) => ({ what: 'another body', apply: onText(() => Buffer.from(text, 'latin1')) })),
);
