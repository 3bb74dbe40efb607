import { type BrokenRule, conflict, type Decided, decided, refused } from '../broken-rule.js';
import { type Day, nightsOf } from '../dates.js';
import { ERASED, type PersonalDataErased } from '../erased.js';
import { groupBy } from '../group-by.js';
import { groupIdOf, type Reservation } from '../reservation/reservation.js';
import { foldedName, foldedPhone } from '../search/folded.js';

/**
 * Card of a guest (お客様カード): the bookings that staff joined, and what the guest wishes. It takes no booking in by itself:
 * others of the same name and phone are candidates.
 */
export type GuestCard = {
  id: number;
  version: number;
  /** Ids of bookings, in the order in which they were joined. */
  members: readonly number[];
  /** One wish a line; those that begin with ★ matter at the desk. */
  wishes: string;
  /** Left out until its guest was erased. */
  isErased?: true;
};

export type GuestCardEvent =
  | { type: 'StaysJoined'; data: { bookings: readonly number[] } }
  | { type: 'StaysSplit'; data: { bookings: readonly number[] } }
  | { type: 'GuestWishesWritten'; data: { wishes: string } }
  | PersonalDataErased;

/** Folds an event into a card; its first event gives it its id. */
export function evolveGuestCard(stored: GuestCard | null, event: GuestCardEvent, id: number): GuestCard {
  const before: GuestCard = stored ?? { id, version: 0, members: [], wishes: '' };
  const card = { ...before, version: before.version + 1 };
  switch (event.type) {
    case 'StaysJoined':
      return { ...card, members: [...new Set([...before.members, ...event.data.bookings])] };
    case 'StaysSplit':
      return { ...card, members: before.members.filter((member) => !event.data.bookings.includes(member)) };
    case 'GuestWishesWritten':
      return { ...card, wishes: event.data.wishes };
    case 'PersonalDataErased':
      return { ...card, members: [], wishes: ERASED, isErased: true };
  }
}

/** Something that staff do to the card of a booking's guest. */
export type CardCommand =
  | { type: 'join'; bookings: readonly number[] }
  | { type: 'split'; bookings: readonly number[] }
  | { type: 'wish'; wishes: string };

/** Rule that a booking is in one card at most. */
const IN_OTHER_CARD: BrokenRule = conflict(
  'in_other_card',
  'booking_ids',
  '他のお客様カードにまとめられている予約です。先にそのカードから外してください。',
);

/**
 * Facts of a decision: the card that is changed (null for none yet), the ids of the booking's own stay, the ids of the stays that
 * the command names with all their parts (前日と同一予約), and those among the named and the own that stand in another card.
 */
export type CardFacts = {
  card: GuestCard | null;
  own: readonly number[];
  named: readonly number[];
  elsewhere: readonly number[];
};

/** Decides a change of the card of a booking's guest; no event where nothing would change. */
export function decideCard(
  command: CardCommand,
  { card, own, named, elsewhere }: CardFacts,
): Decided<GuestCardEvent[]> {
  const members = card?.members ?? [];
  const joined = (ids: readonly number[]): GuestCardEvent[] => {
    const bookings = [...new Set(ids)].filter((id) => !members.includes(id));
    return bookings.length > 0 ? [{ type: 'StaysJoined', data: { bookings } }] : [];
  };
  switch (command.type) {
    case 'join': {
      if (elsewhere.length > 0) return refused(IN_OTHER_CARD);
      const isAlone = card === null && named.every((id) => own.includes(id));
      return decided(isAlone ? [] : joined([...own, ...named]));
    }
    case 'split': {
      const bookings = members.filter((id) => named.includes(id));
      return decided(bookings.length > 0 ? [{ type: 'StaysSplit', data: { bookings } }] : []);
    }
    case 'wish': {
      if (command.wishes === (card?.wishes ?? '')) return decided([]);
      const begun = card ? [] : joined(own);
      return decided([...begun, { type: 'GuestWishesWritten', data: { wishes: command.wishes } }]);
    }
  }
}

const MARK = /^\s*[★☆]\s*/;

/** Returns the wishes that matter at registration and check-in: the lines that begin with ★, without it. */
export function wishesThatMatter(wishes: string): string[] {
  return wishes
    .split('\n')
    .filter((line) => MARK.test(line))
    .map((line) => line.replace(MARK, '').trim())
    .filter((wish) => wish !== '');
}

/** Marks the line of a position of the text as one that matters, or takes its mark away; the text keeps its other lines. */
export function withMark(wishes: string, position: number): string {
  const line = wishes.slice(0, position).split('\n').length - 1;
  return wishes
    .split('\n')
    .map((text, index) => (index !== line ? text : MARK.test(text) ? text.replace(MARK, '') : `★${text}`))
    .join('\n');
}

/** The latest stay with its parts: days from arrival to departure, the room of its last part, whole yen of all parts. */
export type LastStay = { bookingId: number; start: Day; end: Day; roomNumber: string; totalFee: number };

/** Figures of a card. What is not known is null, never 0. */
export type CardFigures = {
  /** Stays that took place or are under way; the parts of one (前日と同一予約) count once, as do several rooms. */
  stays: number;
  /** Nights of these that are over, each once. */
  nights: number;
  /** Arrival of the first of these; null for a guest who was never here. */
  first: Day | null;
  last: LastStay | null;
  /** The company of the latest booking that has one; null for none. */
  corporateId: number | null;
  noShows: number;
  cancelled: number;
};

const byArrival = (a: Reservation, b: Reservation): number =>
  a.stayStart < b.stayStart ? -1 : a.stayStart > b.stayStart ? 1 : a.id - b.id;

/** The nights of a stay that are over. */
function nightsOver({ stayStart, stayEnd, checkoutDate }: Reservation, today: Day): Day[] {
  const [end = stayEnd] = [stayEnd, checkoutDate ?? today].sort();
  return nightsOf({ start: stayStart, end });
}

function lastStayOf(stayed: readonly Reservation[]): LastStay | null {
  const last = stayed.at(-1);
  if (!last) return null;
  const parts = stayed.filter((booking) => groupIdOf(booking) === groupIdOf(last));
  return {
    bookingId: last.id,
    start: parts[0]?.stayStart ?? last.stayStart,
    end: last.stayEnd,
    roomNumber: last.roomNumber,
    totalFee: parts.reduce((sum, { totalFee }) => sum + totalFee, 0),
  };
}

/** Counts stays: the parts of one once, and several rooms from one day on once. */
function countStays(bookings: readonly Reservation[]): number {
  const arrivals = [...groupBy(bookings, groupIdOf).values()].map((parts) => parts[0]?.stayStart);
  return new Set(arrivals).size;
}

/** Works out the figures of a guest's bookings. A stay counts once its guest came, or its days are over without a no-show. */
export function figuresOf(bookings: readonly Reservation[], today: Day): CardFigures {
  const known = bookings
    .filter(({ isErased, movedInFrom }) => !isErased && !movedInFrom?.isTakenBack)
    .sort(byArrival);
  const active = known.filter(({ status }) => status === 'active');
  const stayed = active.filter(
    ({ isNoShow, checkinDate, stayEnd }) => !isNoShow && (checkinDate !== null || stayEnd <= today),
  );
  return {
    stays: countStays(stayed),
    nights: new Set(stayed.flatMap((booking) => nightsOver(booking, today))).size,
    first: stayed[0]?.stayStart ?? null,
    last: lastStayOf(stayed),
    corporateId: active.findLast(({ corporateId }) => corporateId !== 0)?.corporateId ?? null,
    noShows: countStays(active.filter(({ isNoShow }) => isNoShow)),
    cancelled: countStays(known.filter(({ status }) => status === 'cancelled')),
  };
}

type Named = Pick<Reservation, 'guestName1' | 'guestName2' | 'reserverName' | 'tel' | 'isErased'>;

const identityOf = (name: string, phone: string): string[] => {
  const folded = foldedName(name);
  return folded === '' || phone === '' ? [] : [`${folded} ${phone}`];
};

/** Texts that bookings of one guest share, however they are written: each name with the phone; none where either is unknown. */
export function guestIdentities({ guestName1, guestName2, reserverName, tel, isErased }: Named): string[] {
  if (isErased) return [];
  const phone = foldedPhone(tel);
  const names = [guestName1, guestName2, reserverName];
  return [...new Set(names.flatMap((name) => identityOf(name, phone)))];
}

/** The text of a booking's first guest among its `guestIdentities`; null where name or phone is unknown. */
export function guestIdentity({
  guestName1,
  reserverName,
  tel,
  isErased,
}: Omit<Named, 'guestName2'>): string | null {
  if (isErased) return null;
  return identityOf(guestName1 || reserverName, foldedPhone(tel))[0] ?? null;
}
