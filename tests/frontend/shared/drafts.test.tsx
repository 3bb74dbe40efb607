import { day } from '@domain/dates.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { startForgettingErased } from '#frontend/app/forget-erased.js';
import { guardUnsaved, startStoringDrafts } from '#frontend/booking/drafts.js';
import { CloseShift } from '#frontend/handover/CloseShift.js';
import { changes, MINE } from '#frontend/handover/changes.js';
import { NewNote, NoteList } from '#frontend/handover/NoteList.js';
import { HotelPane } from '#frontend/masters/HotelPane.js';
import { MasterList } from '#frontend/masters/lists/MasterList.js';
import { BulkPane } from '#frontend/masters/rooms/BulkPane.js';
import { NewRoomPane } from '#frontend/masters/rooms/NewRoomPane.js';
import { roomMonths, toggleRoom } from '#frontend/masters/rooms.atoms.js';
import { RoomsStep } from '#frontend/setup/RoomsStep.js';
import { showNotes } from '#frontend/shared/calendar-data/notes.js';
import { hasDraftsAtom } from '#frontend/shared/drafts.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import { managedList } from '#frontend/shared/masters.js';
import { sessionAtom } from '#frontend/shared/session-staff.js';
import { replaceStore, store } from '#frontend/shared/store.js';
import { dropOldDrafts, forgetDrafts } from '#frontend/shared/stored-drafts.js';
import { serve } from '../support/fake-server.js';
import { aFrame } from '../support/records.js';

const TODAY = day('2026-11-21');
const TYPED = '101、102';
const WHO = { staff_name: '佐藤', terminal: null, recorded_at: '2026-11-21T01:00:00Z' };
const NOTE = { ...{ id: 5, version: 1, date: TODAY, text: '鍵' }, ...{ is_done: 0, is_removed: 0 } };
const NOTES = [{ ...NOTE, written: WHO, changed: WHO }];
const CHANGES = {
  ...{ position: 5, recorded_at: null, head: 9, mine: null, is_cut: false },
  ...{ handovers: [], people: [], imports: [] },
};
const CORPORATES = [
  { id: 3, version: 1, is_retired: 0, corporate_short_name: '北国', corporate_flag: 0 },
  { id: 4, version: 1, is_retired: 0, corporate_short_name: '南国', corporate_flag: 0 },
];
const HOTEL = {
  ...{ name: '試験ホテル', short_name: '', address: '', phone: '', email: '', registration_number: '' },
  ...{ receipt_note: '', tax_rate: 10, check_in_time: '15:00', check_out_time: '10:00' },
  ...{ day_turns_at: '00:00', timezone: 'Asia/Tokyo', version: 1, today: TODAY, log_id: 'log', position: 10 },
};
const ROOM = {
  ...{ id: 1, room_number: '1001', year: 2026, month: 11, version: 1, room_type: 'シングル', room_label: '' },
  ...{ priority: '', smoking_status: '禁煙', reservable_status: '予約可能', corporate: 0, booked: 0 },
};

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)));
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

type Place = {
  screen: ReactElement;
  /** Leads to the field, as long as nothing is typed there. */
  open?: () => unknown;
  /** Leads to what was typed, where it does not stand on the screen at once. */
  reopen?: () => unknown;
  label: string | RegExp;
  /** Gives up what was typed; without it an empty field does. */
  giveUp?: () => unknown;
};
const PLACES: Record<string, Place> = {
  'the memo of a handover': {
    screen: <CloseShift onClosed={() => {}} />,
    open: () => press('引継ぎを確定'),
    reopen: () => press('引継ぎを確定'),
    label: /引継ぎメモ/,
  },
  'a new note': { screen: <NewNote />, label: '申し送り' },
  'a note that is changed': {
    screen: <NoteList mayWrite />,
    open: () => press('変更'),
    label: '申し送り',
    giveUp: () => press('やめる'),
  },
  'the plan of rooms': { screen: <RoomsStep rooms={0} />, label: /部屋番号の並び/ },
  'the hotel': {
    screen: <HotelPane />,
    label: '住所',
  },
  'a new record of a list': {
    screen: <MasterList kind="corporate" />,
    open: () => press(/^追加/),
    label: '法人名',
    giveUp: () => press('終わる'),
  },
  'a record that is changed': {
    screen: <MasterList kind="corporate" />,
    open: () => press('北国を変更'),
    label: '法人名',
    giveUp: () => fireEvent.keyDown(field('法人名'), { key: 'Escape' }),
  },
  'a new room': { screen: <NewRoomPane month={'2026-11' as never} today={TODAY} />, label: '部屋番号' },
  'what several rooms become': {
    screen: <BulkPane />,
    open: () => act(() => toggleRoom(1)),
    reopen: () => act(() => toggleRoom(1)),
    label: '表示名',
    giveUp: () => press('選択を解除'),
  },
};

/** Reads what the screens show, for a member of staff; without sign-in for null. */
async function begin(staffId: number | null = null): Promise<void> {
  if (staffId !== null) {
    const staff = { id: staffId, name: '佐藤', role: 'admin' as const };
    store.set(sessionAtom, { mode: 'session', staff, expires_at: null });
  }
  await startStoringDrafts();
  await loadHotel();
  await changes.load(MINE);
  await showNotes({ first: TODAY, last: TODAY });
  await managedList('corporate').load(null);
  await roomMonths.load('2026-11' as never);
}

/** Does what loading the page anew does. */
async function reload(staffId: number | null = null): Promise<void> {
  cleanup();
  replaceStore();
  await begin(staffId);
}

/** Makes everything that is stored as old as if it had been typed so much earlier. */
function passHours(hours: number): void {
  for (const [key, text] of Object.entries(localStorage).filter(([key]) => key.startsWith('typed-text ')))
    localStorage.setItem(
      key,
      JSON.stringify({ ...JSON.parse(text), at: JSON.parse(text).at - hours * 3_600_000 }),
    );
}

function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(async () => {
  serve({
    'GET /api/hotel': () => ({ body: HOTEL }),
    'GET /api/handover': () => ({ body: CHANGES, position: 9 }),
    'GET /api/handover-notes': () => ({ body: NOTES, position: 10 }),
    'GET /api/corporate_master': () => ({ body: CORPORATES, position: 10 }),
    'GET /api/room-months': () => ({ body: [ROOM], position: 10 }),
  });
});

describe.each(Object.entries(PLACES))('what is typed for %s', (_, place) => {
  async function type(): Promise<void> {
    render(place.screen);
    await place.open?.();
    fireEvent.change(field(place.label), { target: { value: TYPED } });
  }
  async function expectOffered(): Promise<void> {
    render(place.screen);
    await place.reopen?.();
    expect(field(place.label).value).toBe(TYPED);
  }
  async function expectGone(): Promise<void> {
    cleanup();
    render(place.screen);
    await place.open?.();
    expect(field(place.label).value).not.toBe(TYPED);
    expect([
      store.get(hasDraftsAtom),
      Object.keys(localStorage).filter((key) => key.startsWith('typed-')),
    ]).toEqual([false, []]);
  }

  test('outlives another screen, an erasure elsewhere, a reload and a closed page', async () => {
    await begin();
    const stop = startForgettingErased();
    await type();
    await act(async () => publishFrame(aFrame(10, 11, { erased: [7] })));
    await waitFor(() => expect(field(place.label).value).toBe(TYPED));
    stop();
    cleanup();
    await reload();
    await expectOffered();
    await reload();
    await expectOffered();
  });

  test('is asked about before the page goes, and goes once it is given up', async () => {
    guardUnsaved();
    await begin();
    await type();
    expect(asksBeforeLeaving()).toBe(true);
    if (place.giveUp) await place.giveUp();
    else fireEvent.change(field(place.label), { target: { value: '' } });
    expect(asksBeforeLeaving()).toBe(false);
    await expectGone();
  });

  test('is for nobody else, and gone when its writer signs out', async () => {
    await begin(1);
    await type();
    await reload(2);
    expect(store.get(hasDraftsAtom)).toBe(false);
    await reload(1);
    await expectOffered();
    forgetDrafts();
    await reload(1);
    await expectGone();
  });

  test('is stored for a day', async () => {
    await begin();
    await type();
    for (const [hours, isOffered] of [
      [23, true],
      [2, false],
    ] as const) {
      passHours(hours);
      dropOldDrafts();
      await reload();
      expect(store.get(hasDraftsAtom)).toBe(isOffered);
    }
    await expectGone();
  });
});

test('a field of the hotel that another terminal saves meanwhile is named; own words and what they saved elsewhere stay', async () => {
  let hotel = HOTEL;
  const calls = serve({
    'GET /api/hotel': () => ({ body: hotel }),
    'PUT /api/hotel': () => ({ body: hotel }),
  });
  await loadHotel();
  render(<HotelPane />);
  fireEvent.change(field('住所'), { target: { value: '東町1' } });
  field('住所').focus();
  hotel = { ...HOTEL, version: 2, address: '西町9', phone: '03-1111-2222' };
  await act(loadHotel);
  expect(document.activeElement).toBe(field('住所'));
  expect([field('住所').value, field('電話番号').value]).toEqual(['東町1', '03-1111-2222']);
  screen.getByText('他の端末で「西町9」に変更されました。');
  await press('保存');
  const put = calls.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ address: '東町1', phone: '03-1111-2222' });
  expect(put?.headers['If-Match']).toBe('"2"');
});

test('what another page of the terminal typed, saved or gave up counts here at once', async () => {
  await begin();
  render(<NewNote />);
  const key = 'typed-text new-note';
  const hear = () => act(async () => void dispatchEvent(new StorageEvent('storage', { key })));
  localStorage.setItem(key, JSON.stringify({ owner: 0, at: Date.now(), value: { date: '', text: TYPED } }));
  await hear();
  expect(field('申し送り').value).toBe(TYPED);
  localStorage.removeItem(key);
  await hear();
  expect(field('申し送り').value).toBe('');
});

test('after a session that ended by itself, its drafts are stored again for the same member of staff', async () => {
  await begin(1);
  render(<NewNote />);
  fireEvent.change(field('申し送り'), { target: { value: TYPED } });
  const staff = store.get(sessionAtom)?.staff ?? null;
  act(() => store.set(sessionAtom, { mode: 'session', staff: null, expires_at: null }));
  forgetDrafts();
  act(() => store.set(sessionAtom, { mode: 'session', staff, expires_at: null }));
  await reload(1);
  render(<NewNote />);
  expect(field('申し送り').value).toBe(TYPED);
});
