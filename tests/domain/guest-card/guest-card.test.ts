import { day } from '@domain/dates.js';
import {
  type CardCommand,
  decideCard,
  evolveGuestCard,
  figuresOf,
  type GuestCard,
  type GuestCardEvent,
  guestIdentities,
  guestIdentity,
  wishesThatMatter,
  withMark,
} from '@domain/guest-card/guest-card.js';
import { planCard } from '@domain/guest-card/reverse-card.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aReservation } from '#tests/support/builders.js';

const TODAY = day('2026-11-21');
const card = (details: Partial<GuestCard> = {}): GuestCard => ({
  ...{ id: 90, version: 1, members: [], wishes: '' },
  ...details,
});

let ids = 100;
const stay = (start: string, end: string, details: Parameters<typeof aReservation>[0] = {}) =>
  aReservation({ id: ++ids, stayStart: day(start), stayEnd: day(end), totalFee: 8000, ...details });
const slept = (start: string, end: string, details: Parameters<typeof aReservation>[0] = {}) =>
  stay(start, end, { checkinDate: day(start), checkoutDate: day(end), ...details });

describe('the figures of a card', () => {
  it('count the parts of one stay once, with their nights and their fee together', () => {
    const first = slept('2026-10-01', '2026-10-03', { roomNumber: '701' });
    const part = slept('2026-10-03', '2026-10-04', {
      roomNumber: '702',
      baseBookingId: first.id,
      totalFee: 500,
    });
    const earlier = slept('2026-01-05', '2026-01-06', { corporateId: 3 });
    expect(figuresOf([part, earlier, first], TODAY)).toEqual({
      stays: 2,
      nights: 4,
      first: '2026-01-05',
      last: { bookingId: part.id, start: '2026-10-01', end: '2026-10-04', roomNumber: '702', totalFee: 8500 },
      corporateId: 3,
      noShows: 0,
      cancelled: 0,
    });
  });

  it('leave out what was cancelled, what is to come and who did not come, and count these apart', () => {
    const figures = figuresOf(
      [
        stay('2026-10-01', '2026-10-02', { status: 'cancelled' }),
        stay('2026-11-01', '2026-11-03', { isNoShow: true }),
        stay('2026-12-01', '2026-12-03'),
      ],
      TODAY,
    );
    expect(figures).toEqual({
      ...{ stays: 0, nights: 0, first: null, last: null, corporateId: null },
      ...{ noShows: 1, cancelled: 1 },
    });
  });

  it('count the nights that are over of who is in the house, and of a stay of which no check-in is known', () => {
    const inHouse = stay('2026-11-19', '2026-11-25', { checkinDate: day('2026-11-19') });
    const unknown = stay('2026-09-01', '2026-09-04');
    expect(figuresOf([inHouse, unknown], TODAY)).toMatchObject({ stays: 2, nights: 5 });
  });

  it('count two rooms of the same nights as one stay, and nothing that a move took back', () => {
    const rooms = [
      slept('2026-10-01', '2026-10-03'),
      slept('2026-10-01', '2026-10-03', { roomNumber: '702' }),
    ];
    const movedInFrom = {
      ...{ system: 'x', number: '', fileName: 'a.csv', fileId: 1, line: 2, roomNumber: '701' },
      ...{ stayStart: day('2026-09-01'), stayEnd: day('2026-09-02'), isTakenBack: true as const },
    };
    const back = stay('2026-09-01', '2026-09-02', { status: 'cancelled', movedInFrom });
    expect(figuresOf([...rooms, back], TODAY)).toMatchObject({ stays: 1, nights: 2, cancelled: 0 });
  });

  it('know nothing of a booking whose guest is erased', () => {
    const erased = slept('2026-10-01', '2026-10-03', { isErased: true });
    expect(figuresOf([erased], TODAY)).toMatchObject({ stays: 0, last: null, cancelled: 0 });
  });
});

describe('bookings of one guest', () => {
  const known = { guestName1: '髙橋　一郎', guestName2: '', reserverName: '総務 花子', tel: '03-1234-5678' };

  it('share a text however name and phone are written, also as second guest or who booked', () => {
    const text = guestIdentity(
      aReservation({ ...known, guestName1: '高橋一郎', tel: '０３１２３４５６７８' }),
    );
    expect(text).not.toBeNull();
    expect(guestIdentities(aReservation(known))).toContain(text);
    const second = { ...known, guestName1: '別人', guestName2: '高橋 一郎' };
    expect(guestIdentities(aReservation(second))).toContain(text);
    expect(guestIdentities(aReservation({ ...second, guestName2: '', reserverName: '高橋一郎' }))).toContain(
      text,
    );
  });

  it('share none without a phone or a name, by another phone, or once erased', () => {
    const text = guestIdentity(aReservation(known));
    expect(guestIdentities(aReservation({ ...known, tel: '' }))).toEqual([]);
    expect(guestIdentities(aReservation({ ...known, tel: '03-1234-5679' }))).not.toContain(text);
    expect(guestIdentities(aReservation({ ...known, isErased: true }))).toEqual([]);
    expect(guestIdentity(aReservation({ ...known, guestName1: '', reserverName: '' }))).toBeNull();
  });
});

describe('wishes', () => {
  it('that matter are the lines with the mark', () => {
    expect(wishesThatMatter('★枕を2つ\n高層階\n ☆ 朝食なし \n★')).toEqual(['枕を2つ', '朝食なし']);
    expect(wishesThatMatter('')).toEqual([]);
  });

  it('are marked and unmarked line by line', () => {
    const marked = withMark('枕\n高層階', 3);
    expect(marked).toBe('枕\n★高層階');
    expect(withMark(marked, 5)).toBe('枕\n高層階');
    expect(withMark('', 0)).toBe('★');
  });
});

describe('a card', () => {
  const facts = { card: null, own: [1], named: [1], elsewhere: [] };
  const decide = (command: CardCommand, more: Partial<Parameters<typeof decideCard>[1]>) => {
    const decision = decideCard(command, { ...facts, ...more });
    return decision.ok ? decision.value : decision.broken.map(({ code }) => code);
  };

  it('begins with the first booking that is joined or the first wish, and with nothing else', () => {
    expect(decide({ type: 'join', bookings: [1] }, {})).toEqual([]);
    expect(decide({ type: 'join', bookings: [2] }, { named: [2, 3] })).toEqual([
      { type: 'StaysJoined', data: { bookings: [1, 2, 3] } },
    ]);
    expect(decide({ type: 'wish', wishes: '枕' }, {})).toEqual([
      { type: 'StaysJoined', data: { bookings: [1] } },
      { type: 'GuestWishesWritten', data: { wishes: '枕' } },
    ]);
    expect(decide({ type: 'wish', wishes: '' }, {})).toEqual([]);
  });

  it('takes in no booking that stands in another one', () => {
    expect(decide({ type: 'join', bookings: [2] }, { named: [2], elsewhere: [2] })).toEqual([
      'in_other_card',
    ]);
  });

  it('changes by nothing that is so already', () => {
    const known = card({ members: [1, 2], wishes: '枕' });
    expect(decide({ type: 'join', bookings: [2] }, { card: known, named: [2] })).toEqual([]);
    expect(decide({ type: 'split', bookings: [3] }, { card: known, named: [3] })).toEqual([]);
    expect(decide({ type: 'wish', wishes: '枕' }, { card: known })).toEqual([]);
  });

  it('has nothing left once its guest is erased', () => {
    const erased = evolveGuestCard(
      card({ members: [1], wishes: '枕' }),
      { type: 'PersonalDataErased', data: { reason: 'x' } },
      90,
    );
    expect(erased).toEqual({ ...card({ version: 2, wishes: '削除済み' }), isErased: true });
  });
});

/** Bookings and cards as a desk has them: joined, split and taken back in any order. */
type World = {
  cards: Map<number, GuestCard>;
  steps: { id: number; before: GuestCard | null; after: GuestCard }[];
};

const cardOf = ({ cards }: World, booking: number): GuestCard | null =>
  [...cards.values()].find(({ members }) => members.includes(booking)) ?? null;

function apply(world: World, id: number, events: readonly GuestCardEvent[]): void {
  const before = world.cards.get(id) ?? null;
  let after = before;
  for (const event of events) after = evolveGuestCard(after, event, id);
  if (!after || after === before) return;
  world.cards.set(id, after);
  world.steps.push({ id, before, after });
}

const deed = fc.record({
  kind: fc.constantFrom('join', 'split', 'wish', 'undo'),
  own: fc.integer({ min: 1, max: 6 }),
  named: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
});

it('whatever is joined, split and taken back in any order, a booking stands in one card at most', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 30 }), (deeds) => {
      const world: World = { cards: new Map(), steps: [] };
      for (const { kind, own, named } of deeds) {
        const last = world.steps.at(-1 - (own % Math.max(1, world.steps.length)));
        if (kind === 'undo' && last) {
          const current = world.cards.get(last.id) ?? last.after;
          const isElsewhere = (booking: number) => ![undefined, last.id].includes(cardOf(world, booking)?.id);
          apply(world, last.id, planCard({ ...last, current }, isElsewhere).events);
        } else if (kind !== 'undo') {
          const stored = cardOf(world, own);
          const elsewhere = [own, ...named].filter(
            (id) => ![undefined, stored?.id].includes(cardOf(world, id)?.id),
          );
          const command: CardCommand =
            kind === 'wish'
              ? { type: 'wish', wishes: named.join() }
              : { type: kind as 'join', bookings: named };
          const decision = decideCard(command, { card: stored, own: [own], named, elsewhere });
          if (decision.ok) apply(world, stored?.id ?? world.steps.length + 100, decision.value);
        }
        const all = [...world.cards.values()].flatMap(({ members }) => members);
        expect(all).toHaveLength(new Set(all).size);
      }
    }),
  );
});

describe('taking back', () => {
  const nowhere = () => false;

  it('gives a card back as it was before the request', () => {
    const before = card({ members: [1, 2], wishes: '枕' });
    const after = card({ version: 3, members: [1, 3], wishes: '高層階' });
    const { events, obstacles } = planCard({ before, after, current: after }, nowhere);
    expect(obstacles).toEqual([]);
    expect(events.reduce((state, event) => evolveGuestCard(state, event, 90), after)).toMatchObject({
      members: [1, 2],
      wishes: '枕',
    });
  });

  it('says what others did since: wishes, another card, an erasure', () => {
    const [before, after] = [card({ members: [1, 2] }), card({ members: [1], wishes: '枕' })];
    const current = card({ members: [1], wishes: '枕なし' });
    expect(planCard({ before, after, current }, (id) => id === 2)).toMatchObject({
      events: [],
      obstacles: ['in_other_card', 'wishes'],
    });
    expect(planCard({ before, after, current: { ...current, isErased: true } }, nowhere).obstacles).toEqual([
      'erased',
    ]);
  });
});
