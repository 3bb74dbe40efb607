import { day } from '@domain/dates.js';
import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CleaningList, CleaningRoom } from '@wire/cleaning.js';
import { MessageDialog } from '#frontend/app/MessageDialog.js';
import { CleaningScreen } from '#frontend/cleaning/CleaningScreen.js';
import { cleaningMarkAtom } from '#frontend/shared/cleaning.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { disconnectedAtAtom } from '#frontend/shared/live/connection.js';
import { store } from '#frontend/shared/store.js';
import { type Call, deferred, HOTEL, serve, tick } from '../support/fake-server.js';

const aRoom = (room_number: string, fields: Partial<CleaningRoom> = {}): CleaningRoom => ({
  ...{ room_number, version: 0, state: '清掃前', since: '2026-11-21T01:00:00.000Z', remark: '' },
  ...{
    room_type: 'シングル',
    occupancy: '空室',
    until: null,
    guests: 0,
    arrival: null,
    arriving_guests: 0,
    closure: null,
  },
  ...fields,
});

let list: CleaningList;
let calls: Call[];
let answer: Promise<{ status?: number; body: unknown }> | null;

const writes = () => calls.filter(({ method }) => method === 'PUT');
const rowOf = (room: string) => screen.getByText(room, { selector: 'strong' }).closest('li') as HTMLElement;
const press = (room: string, name: string) =>
  fireEvent.click(within(rowOf(room)).getByRole('button', { name }));
const pressedOf = (room: string) =>
  within(rowOf(room))
    .queryAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent);
const shown = () =>
  [...document.querySelectorAll('.cleaning-room')].map((row) => row.getAttribute('data-room'));
const count = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} \\d+$`) });

beforeEach(async () => {
  answer = null;
  list = {
    is_managed: 1,
    today: day('2026-11-21'),
    rooms: [
      aRoom('1001', { occupancy: '連泊', until: day('2026-11-23'), guests: 2 }),
      aRoom('1002', { state: '清掃済', arrival: '18:30', arriving_guests: 1 }),
      aRoom('901', { state: null, since: null, occupancy: '出発', until: day('2026-11-21'), guests: 1 }),
      aRoom('別館', { state: '点検済', closure: { reason: '水漏れ', end_date: day('2026-11-24') } }),
    ],
  };
  calls = serve({
    'GET /api/hotel': () => ({ body: { ...HOTEL, manages_cleaning: 1 } }),
    'GET /api/cleaning': () => ({ body: list, position: 10 }),
    'PUT /api/cleaning/state': (_, { body }) => {
      const { room_number, state } = JSON.parse(String(body));
      return answer ?? { body: { room_number, state, version: 1, remark: '' } };
    },
    'PUT /api/cleaning/remark': (_, { body }) => {
      const { room_number, remark } = JSON.parse(String(body));
      return { body: { room_number, state: '清掃前', version: 2, remark } };
    },
  });
  await loadHotel();
  render(
    <>
      <CleaningScreen />
      <MessageDialog />
    </>,
  );
  await waitFor(() => expect(shown()).toHaveLength(4));
});

test('a room tells who is in it, who is due, and how its cleaning stands', () => {
  expect(rowOf('1001').textContent).toMatch(/連泊 〜11\/23\(月\) 2名.*前から/);
  expect(rowOf('1002').textContent).toContain('空室到着 18:30 1名');
  expect(rowOf('901').textContent).toMatch(/本日出発 1名未記録/);
  expect(rowOf('別館').textContent).toContain('売り止め 〜11/24(火) 水漏れ');
  expect([...['1001', '1002', '901', '別館'].map(pressedOf)]).toEqual([
    ['清掃前'],
    ['清掃済'],
    [],
    ['点検済'],
  ]);
  expect([store.get(cleaningMarkAtom('1001')), store.get(cleaningMarkAtom('1002'))]).toEqual([
    '清掃前',
    null,
  ]);
});

test('one tap records a state as of what was seen; what was changed stays in sight until another filter is chosen', async () => {
  expect(count('清掃前').textContent).toBe('清掃前 1');
  expect(count('未記録').textContent).toBe('未記録 1');
  fireEvent.click(count('清掃前'));
  expect(shown()).toEqual(['1001']);
  press('1001', '清掃済');
  await waitFor(() => expect(pressedOf('1001')).toEqual(['清掃済']));
  expect(writes()).toMatchObject([
    {
      path: '/api/cleaning/state',
      body: { room_number: '1001', state: '清掃済', from: '清掃前' },
      headers: { 'If-Match': '"0"' },
    },
  ]);
  expect([count('清掃前').textContent, count('清掃済').textContent]).toEqual(['清掃前 0', '清掃済 2']);
  expect(shown()).toEqual(['1001']);
  fireEvent.click(count('清掃済'));
  expect(shown()).toEqual(['1001', '1002']);
  fireEvent.change(screen.getByRole('combobox', { name: '階' }), { target: { value: 'ほか' } });
  expect(shown()).toEqual([]);
  fireEvent.click(count('すべて'));
  expect(shown()).toEqual(['別館']);
});

test('of two terminals the second is told, and shown what the first recorded', async () => {
  const error = '他の端末で更新されています。最新の内容を確認してください。';
  answer = Promise.resolve({ status: 409, body: { error, errors: [], request_id: 'r' } });
  list = { ...list, rooms: list.rooms.map((room) => ({ ...room, state: '点検済', version: 4 })) };
  press('1001', '清掃中');
  expect((await screen.findByText(error)).textContent).toBe(error);
  await waitFor(() => expect(pressedOf('1001')).toEqual(['点検済']));
});

test('a state that is tapped while the remark is still being saved follows it, in the version after it', async () => {
  const field = within(rowOf('1001')).getByRole('textbox', { name: '1001号室の備考' });
  fireEvent.change(field, { target: { value: 'リネン交換' } });
  fireEvent.blur(field);
  press('1001', '清掃中');
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes().map(({ path, headers }) => [path, headers['If-Match']])).toEqual([
    ['/api/cleaning/remark', '"0"'],
    ['/api/cleaning/state', '"2"'],
  ]);
});

test('without a line nothing can be changed, and the list says as of when it is', async () => {
  const { promise } = deferred<{ body: unknown }>();
  answer = promise;
  act(() => store.set(disconnectedAtAtom, new Date('2026-11-21T03:04:00Z')));
  expect(screen.getByRole('status').textContent).toBe(
    '通信が切れています。11/21(土) 12:04 の内容です。つながるまで変更できません。',
  );
  press('1001', '清掃済');
  await act(tick);
  expect(within(rowOf('1001')).getByRole('textbox')).toHaveProperty('readOnly', true);
  expect(writes()).toEqual([]);
  act(() => store.set(disconnectedAtAtom, null));
  expect(screen.getByRole('status').textContent).toBe('');
});
