import { beforeEach, expect, test } from '@jest/globals';
import { openLive } from '#frontend/shared/live/live-connection.js';
import { editing } from '#tests/support/activities.js';

type Handler = (...args: unknown[]) => void;

const handlers = new Map<string, Handler>();
const sent: unknown[][] = [];
let connects = 0;
let cuts = 0;
const socket = {
  connected: true,
  active: false,
  connect: () => connects++,
  disconnect() {
    cuts++;
    return this;
  },
  on: (name: string, handler: Handler) => handlers.set(name, handler),
  emit: (...message: unknown[]) => sent.push(message),
  io: { on: () => {} },
};
// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.unmock('#frontend/shared/live/live-connection.js');
jest.mock('socket.io-client', () => ({ io: () => socket }));

const heard: string[] = [];
const listener = {
  handshake: () => ({ log_id: null, position: null, hash: null, terminal_id: 'a', terminal: '端末' }),
  ready: () => heard.push('ready'),
  changes: () => heard.push('changes'),
  reload: () => heard.push('reload'),
  presence: () => heard.push('presence'),
  imports: () => heard.push('imports'),
  moveIn: () => heard.push('moveIn'),
  lost: () => heard.push('lost'),
  signedOut: () => heard.push('signedOut'),
  outdated: (version: string | null) => heard.push(`outdated by ${version}`),
};

beforeEach(() => {
  sent.length = 0;
  heard.length = 0;
  connects = 0;
  cuts = 0;
});

test.each(['ready', 'reload'])(
  'after %s the others hear again which booking is open here',
  async (welcome) => {
    const live = openLive(listener);
    live.activity(editing(7));
    sent.length = 0;
    handlers.get(welcome)?.({ log_id: 'log', position: 3, hash: 'hash of 3' });
    expect(heard).toEqual([welcome]);
    expect(sent).toEqual([['activity', editing(7)]]);
  },
);

test('refused because nobody is signed in, it says so and leaves trying again to others', () => {
  openLive(listener);
  handlers.get('connect_error')?.(new Error('signed_out'));
  expect(heard).toEqual(['signedOut']);
  expect(connects).toBe(0);
});

test('refused for another reason, it tries again after a while', () => {
  jest.useFakeTimers();
  openLive(listener);
  handlers.get('connect_error')?.(new Error('unavailable'));
  jest.runAllTimers();
  jest.useRealTimers();
  expect(heard).toEqual(['lost']);
  expect(connects).toBe(1);
});

test('a line that never came up is lost, which is said once', () => {
  openLive(listener);
  socket.active = true;
  handlers.get('connect_error')?.(new Error('websocket error'));
  handlers.get('connect_error')?.(new Error('websocket error'));
  expect(heard).toEqual(['lost']);
  handlers.get('ready')?.({ log_id: 'log', position: 3, hash: 'hash of 3' });
  handlers.get('disconnect')?.('transport close');
  handlers.get('connect_error')?.(new Error('websocket error'));
  socket.active = false;
  expect(heard).toEqual(['lost', 'ready', 'lost']);
});

test.each([
  { state: 'made', connected: true, active: true, anew: 1 },
  { state: 'refused', connected: false, active: false, anew: 1 },
  { state: 'being made', connected: false, active: true, anew: 0 },
])(
  'asked to connect anew, one that is $state is cut and connected $anew times',
  ({ connected, active, anew }) => {
    const live = openLive(listener);
    Object.assign(socket, { connected, active });
    live.reconnect();
    Object.assign(socket, { connected: true, active: false });
    expect([cuts, connects]).toEqual([anew, anew]);
  },
);

test('refused because the node speaks its protocol no more, it tells the version of the node and tries again', () => {
  openLive(listener);
  const refused = Object.assign(new Error('unknown_protocol'), {
    data: { version: '3.40.0', protocols: [3, 2] },
  });
  handlers.get('connect_error')?.(refused);
  expect(heard).toEqual(['outdated by 3.40.0', 'lost']);
});
