import { addDays, type Day, daysBetween, monthOf, nightsOf } from '@domain/dates.js';
import { blacklistMatch } from '@domain/reservation/blacklist.js';
import { regroup } from '@domain/reservation/grouping.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import { groupIdOf, type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { brokenSaveRules } from '@domain/reservation/save-rules.js';
import { isBookableFor, roomDirectory } from '@domain/room/room-directory.js';
import { roomSuits } from '@domain/room/room-search.js';
import { describe, expect, test } from '@jest/globals';
import { CASES, historyOf, hotelOf } from './sample-cases.js';

describe.each(CASES)('the bookings of the sample hotel on $today at $now', (sample) => {
  const events = historyOf(sample);
  const { rooms, reservations, corporates, blacklist } = hotelOf(events);
  const directory = roomDirectory(rooms.values());
  const all = [...reservations.values()];
  const active = all.filter(({ status }) => status === 'active');
  const roomOf = ({ roomNumber }: Reservation) => directory.byNumber.get(roomNumber);

  test('are as many as a hotel of this size has', () => {
    expect(all.length).toBeGreaterThanOrEqual(3_000);
    expect(all.length).toBeLessThanOrEqual(4_500);
  });

  test('never overlap in a room, at no time of the history', () => {
    const states = new Map<number, Reservation>();
    const takenBy = new Map<string, number>();
    const clashes: string[] = [];
    const nights = (state: Reservation | null | undefined) =>
      state?.status === 'active'
        ? nightsOf(stayOf(state)).map((night) => `${state.roomNumber} ${night}`)
        : [];
    for (const { category, key, event } of events) {
      if (category !== 'reservation') continue;
      const before = states.get(key) ?? null;
      const after = evolveReservation(before, event, key);
      for (const night of nights(before)) takenBy.delete(night);
      for (const night of nights(after)) {
        if (takenBy.has(night)) clashes.push(`${night}: ${takenBy.get(night)} and ${key}`);
        takenBy.set(night, key);
      }
      states.set(key, after);
    }
    expect(clashes).toEqual([]);
    expect(takenBy.size).toBe(active.reduce((sum, one) => sum + nightsOf(stayOf(one)).length, 0));
  });

  test('lie in months that exist and are 予約可能, one to seven nights each', () => {
    const misplaced = all.filter((one) => {
      const room = roomOf(one);
      const nights = daysBetween(one.stayStart, one.stayEnd);
      return !room || !isBookableFor(room, stayOf(one)) || nights < 1 || nights > 7;
    });
    expect(misplaced).toEqual([]);
    const lengths = new Set(all.map((one) => daysBetween(one.stayStart, one.stayEnd)));
    expect([...lengths].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('are in rooms that the search would offer to the party', () => {
    const unsuitable = all.filter((one) => {
      const room = roomOf(one);
      const smokingStatus = room?.months.get(monthOf(one.stayStart))?.smokingStatus ?? '禁煙';
      const corporate = corporates.get(one.corporateId) ?? null;
      const suits = roomSuits({ ...one, stay: stayOf(one), smokingStatus, corporate });
      return !room || !suits(room);
    });
    expect(unsuitable).toEqual([]);
  });

  test('would pass the rules of a save and the blacklist check', () => {
    const facts = {
      isNew: true,
      roomAvailable: true,
      roomSearched: true,
      occupied: false,
      checkedInUntil: null,
    };
    const broken = all.filter((one) => brokenSaveRules({ ...one, roomId: 1 }, facts).length > 0);
    expect(broken).toEqual([]);
    expect(all.filter(({ checkinTime }) => !/^[12]\d:[0-5]0$/.test(checkinTime))).toEqual([]);
    const entries = [...blacklist.values()];
    const unmarked = all.filter((one) => (blacklistMatch(one, entries)?.id ?? -1) !== one.blacklistId);
    expect(unmarked).toEqual([]);
  });

  test('are grouped as consecutive bookings of one room', () => {
    const grouped = active.filter(({ groupEndDate }) => groupEndDate !== null);
    const groups = new Map<number, Reservation[]>();
    for (const one of grouped) groups.set(groupIdOf(one), [...(groups.get(groupIdOf(one)) ?? []), one]);
    expect(groups.size).toBeGreaterThan(20);
    for (const members of groups.values()) {
      expect(members.length).toBeGreaterThan(1);
      for (const member of members) expect(regroup(member, members, 'keep')).toEqual([]);
    }
    expect(all.filter((one) => one.baseBookingId > 0 && one.groupEndDate === null)).toEqual([]);
    expect(all.filter((one) => one.status === 'cancelled' && one.groupEndDate !== null)).toEqual([]);
  });

  test('take 70 to 90 % of the rooms for the next 14 days and thin out later', () => {
    const shareOf = (night: Day): number => {
      const open = [...rooms.values()].filter(
        ({ month, reservableStatus }) => month === monthOf(night) && reservableStatus === '予約可能',
      );
      return active.filter((one) => one.stayStart <= night && night < one.stayEnd).length / open.length;
    };
    const ahead = (days: number) => shareOf(addDays(sample.today, days));
    const near = Array.from({ length: 14 }, (_, days) => ahead(days));
    expect(Math.min(...near)).toBeGreaterThanOrEqual(0.7);
    expect(Math.max(...near)).toBeLessThanOrEqual(0.9);
    expect([-7, -14, -28].every((days) => ahead(days) > 0.65)).toBe(true);
    expect(ahead(60)).toBeLessThan(0.4);
    expect(ahead(300)).toBeLessThan(0.1);
    expect(ahead(300)).toBeGreaterThan(0);
  });

  test('are recorded before the guest comes, at the hours of Tokyo', () => {
    const dateOf = (event: ReservationEvent) =>
      event.type === 'GuestCheckedIn' || event.type === 'GuestCheckedOut' ? event.data.date : null;
    const misdated = events.filter(({ category, event, recordedAt }) => {
      if (category !== 'reservation') return false;
      const tokyo = new Date(Date.parse(recordedAt) + 9 * 3_600_000).toISOString();
      const date = dateOf(event);
      return date !== null && (date !== tokyo.slice(0, 10) || date > sample.today);
    });
    expect(misdated).toEqual([]);
  });

  test('are checked in and out in order and within the stay', () => {
    const wrong = all.filter(({ stayStart, stayEnd, checkinDate, checkoutDate, status }) => {
      if (checkinDate === null) return checkoutDate !== null;
      const inside = checkinDate >= stayStart && checkinDate <= stayEnd;
      return status === 'cancelled' || !inside || (checkoutDate !== null && checkoutDate !== stayEnd);
    });
    expect(wrong).toEqual([]);
  });
});
