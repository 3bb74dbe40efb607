import { DESK_LISTS, type DeskList, deskList, isDone } from '@domain/calendar/front-desk.js';
import { searchable } from '@domain/search/searchable.js';
import { atom } from 'jotai';
import { todayAtom } from '../shared/hotel.js';
import { remembered } from '../shared/remembered.js';
import { store } from '../shared/store.js';
import { type DeskBooking, deskBookingsAtom } from './desk.js';

const listBase = remembered<DeskList>(
  'front-desk-list',
  (stored) => DESK_LISTS.find((list) => list === stored) ?? 'arrivals',
  (list) => list,
);

/** Bookings that something was done to here since the list was chosen: their rows stay where they are. */
const heldAtom = atom<ReadonlySet<number>>(new Set<number>());

/** Keeps a booking's row in its place. */
export function holdRow(id: number): void {
  store.set(heldAtom, (held) => new Set([...held, id]));
}

/** The list that is shown. */
export const shownListAtom = atom(
  (get) => get(listBase),
  (_get, set, list: DeskList) => {
    set(listBase, list);
    set(heldAtom, new Set<number>());
  },
);

/** What the room, the guest, the phone or the number must contain. */
export const deskFilterAtom = atom('');

/** Whether what is done already is left out. */
export const onlyLeftAtom = remembered(
  'front-desk-only-left',
  (stored) => stored === '1',
  (only) => (only ? '1' : '0'),
);

/** The booking whose row the keyboard is on; kept while another list or screen is shown. */
export const currentDeskRowAtom = atom<number | null>(null);

/** Every list in full. */
export const deskListsAtom = atom((get): Record<DeskList, DeskBooking[]> | null => {
  const [bookings, today] = [get(deskBookingsAtom), get(todayAtom)];
  if (!bookings || !today) return null;
  const lists = DESK_LISTS.map((list) => [list, deskList(list, bookings, today)] as const);
  return Object.fromEntries(lists) as Record<DeskList, DeskBooking[]>;
});

/** How many bookings each list has, and for how many of them something is left to do. */
export const deskCountsAtom = atom((get) => {
  const lists = get(deskListsAtom);
  return DESK_LISTS.map((list) => {
    const all = lists?.[list] ?? [];
    return { list, all: all.length, left: all.filter((booking) => !isDone(list, booking)).length };
  });
});

function texts({ roomNumber, record }: DeskBooking): string {
  const { guest_name_1, guest_name1_kana, guest_name_2, reserver_name, reserver_name_kana } = record;
  return [
    roomNumber,
    guest_name_1,
    guest_name1_kana,
    guest_name_2,
    reserver_name,
    reserver_name_kana,
    record.tel,
    record.booking_number,
  ]
    .map(searchable)
    .join('\n');
}

/** The rows that are shown: the chosen list as far as the filters let it through, what is done at its end. */
export const deskRowsAtom = atom((get) => {
  const list = get(shownListAtom);
  const held = get(heldAtom);
  const words = searchable(get(deskFilterAtom));
  const found = (get(deskListsAtom)?.[list] ?? []).filter(
    (booking) => words === '' || texts(booking).includes(words),
  );
  const isOver = (booking: DeskBooking) => isDone(list, booking) && !held.has(booking.id);
  const left = found.filter((booking) => !isOver(booking));
  return get(onlyLeftAtom) ? left : [...left, ...found.filter(isOver)];
});
