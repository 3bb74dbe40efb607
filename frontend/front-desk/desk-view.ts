import { DESK_LISTS, type DeskList, deskList, isDone } from '@domain/calendar/front-desk.js';
import { compareRoomNumbers, displayOrder } from '@domain/room/room-order.js';
import { searchable, searchedWords } from '@domain/search/searchable.js';
import { atom } from 'jotai';
import { openRegister } from '../guest-register/register.js';
import { todayAtom } from '../shared/hotel.js';
import { isRoomOf, searchedTexts } from '../shared/offline-cache/find-cached.js';
import { openPanel } from '../shared/open-panel.js';
import { remembered, rememberedChoice } from '../shared/remembered.js';
import { store } from '../shared/store.js';
import { type DeskBooking, deskBookingsAtom } from './desk.js';
import { deskAtom } from './desk-atom.js';
import { deskDayAtom, invoicesAtom, moreInvoicesAtom, otherDayBookingsAtom } from './desk-days.js';

/** Tab of the screen: one of the lists, the moves to other rooms, or the incomplete registers. */
export type DeskTab = DeskList | 'roomChanges' | 'registers';

const tabBase = rememberedChoice<DeskTab>(
  'front-desk-list',
  [...DESK_LISTS, 'roomChanges', 'registers'],
  'arrivals',
);

/** Bookings that something was done to here since the list was chosen: their rows stay where they are. */
const heldAtom = atom<ReadonlySet<number>>(new Set<number>());

/** Keeps a booking's row in its place. */
export function holdRow(id: number): void {
  store.set(heldAtom, (held) => new Set([...held, id]));
}

/** The tab that is shown. */
export const deskTabAtom = atom(
  (get) => get(tabBase),
  (_get, set, tab: DeskTab) => {
    set(tabBase, tab);
    set(heldAtom, new Set<number>());
  },
);

/** The list that is shown; that of the arrivals while something else than a list is. */
export const shownListAtom = atom(
  (get): DeskList => {
    const tab = get(tabBase);
    return tab === 'roomChanges' || tab === 'registers' ? 'arrivals' : tab;
  },
  (_get, set, list: DeskList) => set(deskTabAtom, list),
);

/** Text that the room, the guest, the phone or the number must contain. */
export const deskFilterAtom = atom('');

/** True if what is done already is left out. */
export const onlyLeftAtom = remembered(
  'front-desk-only-left',
  (stored) => stored === '1',
  (only) => (only ? '1' : '0'),
);

/** The booking whose row the keyboard is on; kept while another list or screen is shown. */
export const currentDeskRowAtom = atom<number | null>(null);

/** Compares rooms as the hotel has them in order, as far as they are read. */
const roomOrderAtom = atom((get) => {
  const desk = get(deskAtom);
  return desk ? displayOrder(desk.rooms.byNumber) : compareRoomNumbers;
});

/** Every list of the shown day in full, null until it was read; debts are those of now whatever the day. */
export const deskListsAtom = atom((get): Record<DeskList, DeskBooking[] | null> | null => {
  const [today, day] = [get(todayAtom), get(deskDayAtom)];
  if (!today || !day) return null;
  const now = get(deskBookingsAtom);
  const then = day === today ? now : get(otherDayBookingsAtom);
  const listed = (list: DeskList): DeskBooking[] | null => {
    const [bookings, of] = list === 'unpaid' ? [now, today] : [then, day];
    if (list === 'invoices') return get(invoicesAtom);
    return bookings && deskList(list, bookings, today, of, get(roomOrderAtom));
  };
  const lists = DESK_LISTS.map((list) => [list, listed(list)] as const);
  return Object.fromEntries(lists) as Record<DeskList, DeskBooking[] | null>;
});

/** Number of a list's bookings, and of those with something left to do; null until that is known. */
export type DeskCount = { list: DeskTab; all: number | null; left: number | null };

/** The counts of each list. */
export const deskCountsAtom = atom((get): DeskCount[] => {
  const lists = get(deskListsAtom);
  return DESK_LISTS.map((list) => {
    const all = lists?.[list];
    if (!all) return { list, all: null, left: null };
    const more = list === 'invoices' ? get(moreInvoicesAtom) : 0;
    const left = all.filter((booking) => !isDone(list, booking)).length + more;
    return { list, all: all.length + more, left };
  });
});

const parted = <Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(isFirst),
  items.filter((item) => !isFirst(item)),
];

/** The words that are filtered by, as they are compared. */
export const deskWordsAtom = atom((get) => searchedWords(get(deskFilterAtom)));

/** Figures that are looked for in phones and booking numbers; fewer that name a room mean the room alone. */
const FEWEST_FIGURES = 4;

/** The words that mean a room and nothing else: `608` is no end of a phone. */
const roomWordsAtom = atom((get): ReadonlySet<string> => {
  const numbers = [...(get(deskAtom)?.rooms.byNumber.keys() ?? [])].map(searchable);
  return new Set(numbers.filter((number) => number.length < FEWEST_FIGURES));
});

/**
 * The rows that are shown: the chosen list as far as the filters let it through, that of a room that the filter names before
 * phones that have its figures, what is done at its end.
 */
export const deskRowsAtom = atom((get) => {
  const list = get(shownListAtom);
  const held = get(heldAtom);
  const words = get(deskWordsAtom);
  const roomWords = get(roomWordsAtom);
  const matching = (get(deskListsAtom)?.[list] ?? []).filter((booking) => {
    if (words.length === 0) return true;
    const room = searchable(booking.roomNumber);
    const texts = [room, ...searchedTexts(booking)].join('\n');
    return words.every((word) => (roomWords.has(word) ? word === room : texts.includes(word)));
  });
  const [inRoom, others] = parted(matching, (booking) => isRoomOf(words, booking));
  const found = [...inRoom, ...others];
  const isOver = (booking: DeskBooking) => isDone(list, booking) && !held.has(booking.id);
  const left = found.filter((booking) => !isOver(booking));
  return get(onlyLeftAtom) ? left : [...left, ...found.filter(isOver)];
});

/** Opens the register of a row's stay. */
export function openDeskRegister({ id, roomNumber, record }: DeskBooking): void {
  openRegister({ bookingId: id, title: `${roomNumber} ${record.guest_name_1}` });
}

/** Opens the panel for a booking; its row stays where it is while something is done there. */
export function openDeskPanel(id: number): void {
  holdRow(id);
  const list = store.get(deskRowsAtom).map((booking) => booking.id);
  openPanel({ kind: 'booking', id }, list);
}
