import fc from 'fast-check';
import { frame } from '../../support/raw-websocket.js';
import { jsonOf, oddText, oddValue } from './odd-values.js';

/** One thing that a client does on its connection. */
export type Act = { what: string; bytes: Buffer };
/** A client that misbehaves: how it asks for a connection, who it says it is, and what it sends then. */
export type OddClient = { path: string; headers: readonly string[]; connect: string; acts: Act[] };

const PATH = '/socket.io/?EIO=4&transport=websocket';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const VERSION = 'Sec-WebSocket-Version: 13';

const text = (what: string, payload: string): Act => ({ what, bytes: frame(payload) });
const one = (what: string, bytes: Buffer): Act => ({ what, bytes });

const day = fc.oneof(fc.constantFrom('2096-01-10', '2096-99-99', '0000-00-00'), oddText);
const hold = fc.oneof(
  fc.constant(null),
  oddValue,
  fc.record({
    room_number: fc.oneof(fc.constantFrom('1001', 'a\u0000b', '\ud800'), oddText),
    stay_start: day,
    stay_end: day,
  }),
);
const activity = fc
  .record({
    booking_id: fc.oneof(fc.constantFrom<unknown>(null, 1, 2 ** 53 - 1, 2 ** 53, 1e308), oddValue),
    is_editing: fc.oneof(fc.boolean(), oddValue),
    hold,
  })
  .map((said) => text('an activity', `42["activity",${jsonOf(said)}]`));

const packets = fc
  .constantFrom(
    '',
    '0',
    '1',
    '2',
    '2probe',
    '3',
    '4',
    '40',
    '41',
    '42',
    '43',
    '44',
    '45',
    '46',
    '49',
    '5',
    '6',
    '7',
    'b',
    'bAAAA',
    '\u0000',
    '42[]',
    '42{}',
    '42[null]',
    '42["activity"]',
    '42["activity",null,null,null]',
    '42["nobody knows",1]',
    '42["connect"]',
    '42["disconnect"]',
    '42["error",{}]',
    '42["newListener","activity"]',
    '42["__proto__",{}]',
    '42["changes",{"from":0,"to":9}]',
    '42["activity",{"__proto__":{"booking_id":1}}]',
    '4299999999999999999999["activity",{}]',
    '42/admin,["activity",{}]',
    '40/admin,{}',
    '40/live,',
    '451-["activity",{"_placeholder":true,"num":0}]',
    '451-["activity",{"_placeholder":true,"num":-1}]',
    '4599999999-["activity",{"_placeholder":true,"num":0}]',
    '45-["activity"]',
    '43{"a":1}',
    '430[1]',
    '431[]',
    '42["activity",{]',
    '42[7]',
    '42[["activity"]]',
    '42["activity",1e309]',
    '41',
    '40{"log_id":1}',
    '42["presence",[]]',
    '42["ready",{}]',
  )
  .map((payload) => text(`packet ${payload}`, payload));

const sizes = fc
  .constantFrom<[string, () => Buffer]>(
    ['a packet of 99 kB', () => frame(`42["activity","${'x'.repeat(99_000)}"]`)],
    ['a packet of 101 kB', () => frame(`42["activity","${'x'.repeat(101_000)}"]`)],
    ['a packet of 3 MB', () => frame(`42["activity","${'x'.repeat(3_000_000)}"]`)],
    ['a packet 20,000 levels deep', () => frame(`42["activity",${'['.repeat(20_000)}${']'.repeat(20_000)}]`)],
    ['a length of exabytes', () => frame('x', { length: 2n ** 62n })],
    ['a length of more than that', () => frame('x', { length: 2n ** 63n })],
    [
      '2,000 activities',
      () =>
        Buffer.concat(
          Array.from({ length: 2_000 }, (_, index) =>
            frame(`42["activity",{"booking_id":${index + 1},"is_editing":true,"hold":null}]`),
          ),
        ),
    ],
    [
      '3,000 events that nobody knows',
      () => Buffer.concat(Array.from({ length: 3_000 }, () => frame('42["subscribe","bookings"]'))),
    ],
    [
      '500 connections to other rooms',
      () => Buffer.concat(Array.from({ length: 500 }, (_, index) => frame(`40/n${index},{}`))),
    ],
    ['1,000 pings', () => Buffer.concat(Array.from({ length: 1_000 }, () => frame('p', { opcode: 9 })))],
  )
  .map(([what, bytes]) => one(what, bytes()));

const frames = fc.constantFrom<Act>(
  one('an unmasked frame', frame('42["activity",{}]', { masked: false })),
  one('a reserved bit', frame('2', { reserved: 4 })),
  one('an unknown opcode', frame('2', { opcode: 11 })),
  one('half a message', frame('42["acti', { fin: false })),
  one('a continuation of nothing', frame('vity"]', { opcode: 0 })),
  one('a binary frame', frame(Buffer.from([4, 0xff, 0]), { opcode: 2 })),
  one('text that is no UTF-8', frame(Buffer.from([0x34, 0x32, 0xff, 0xfe]))),
  one('a long ping', frame('x'.repeat(200), { opcode: 9 })),
  one('a ping in pieces', frame('x', { opcode: 9, fin: false })),
  one('a farewell with a wrong code', frame(Buffer.from([0x03, 0xe7]), { opcode: 8 })),
  one('a farewell of one byte', frame(Buffer.from([3]), { opcode: 8 })),
  one('no frame at all', Buffer.from('GET / HTTP/1.1\r\n\r\n')),
);
const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => one('noise', Buffer.from(bytes)));
const act = fc.oneof(
  { weight: 5, arbitrary: activity },
  { weight: 3, arbitrary: packets },
  { weight: 1, arbitrary: sizes },
  { weight: 2, arbitrary: frames },
  { weight: 1, arbitrary: noise },
);

const name = fc.oneof(
  fc.constantFrom<unknown>('端末', 'a\u0000b', '\ud800', '', '長'.repeat(50), '長'.repeat(51), '\u202e'),
  oddValue,
);
const handshake = fc
  .record(
    {
      log_id: fc.oneof(fc.constantFrom<unknown>(null, 'x', ''), oddValue),
      position: fc.oneof(fc.constantFrom<unknown>(null, 0, 1, -1, 0.5, 2 ** 53, '5', [5]), oddValue),
      terminal_id: name,
      terminal: name,
    },
    { requiredKeys: [] },
  )
  .map((auth) => `40${jsonOf(auth)}`);

const asked = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ path: PATH, headers: [KEY, VERSION] }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { path: '/socket.io/?EIO=3&transport=websocket', headers: [KEY, VERSION] },
      { path: '/socket.io/?transport=websocket', headers: [KEY, VERSION] },
      { path: '/socket.io/?EIO=4&transport=websocket&sid=nobody', headers: [KEY, VERSION] },
      { path: '/socket.io/?EIO=4&EIO=4&transport=websocket&transport=polling', headers: [KEY, VERSION] },
      { path: '/socket.io/?EIO=4&transport=__proto__', headers: [KEY, VERSION] },
      { path: PATH, headers: [VERSION] },
      { path: PATH, headers: [KEY, 'Sec-WebSocket-Version: 99'] },
      { path: PATH, headers: [KEY, VERSION, 'Origin: http://evil.example'] },
      {
        path: PATH,
        headers: [KEY, VERSION, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99'],
      },
      { path: PATH, headers: [KEY, VERSION, 'Sec-WebSocket-Protocol: ,,'] },
    ),
  },
);

/** A client of the live connection with whatever wrong with it. */
export const oddClient: fc.Arbitrary<OddClient> = fc
  .record({
    asked,
    connect: fc.oneof(
      {
        weight: 2,
        arbitrary: fc.constant('40{"log_id":null,"position":null,"terminal_id":"odd","terminal":"端末"}'),
      },
      { weight: 2, arbitrary: handshake },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '40',
          '40[]',
          '40"x"',
          '40null',
          '40{',
          '42["activity",{}]',
          '40/admin,{}',
        ),
      },
    ),
    acts: fc.array(act, { maxLength: 4 }),
  })
  .map(({ asked: { path, headers }, ...rest }) => ({ path, headers, ...rest }));
