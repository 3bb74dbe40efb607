import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { EVENT_LABELS, type EventType } from '@wire/event-labels.js';
import type { PersonChanges, ToldBooking } from '@wire/handover.js';
import { bookingChanges } from '../../event-log/event-log.public.js';
import type { RecordedEvent } from '../../event-store/event.js';
import { isOwn, type Viewer } from '../viewer.js';
import { mergeChanges, operationsOf, shownFields } from './shown-changes.js';
import type { OtherOperations } from './since-events.query.js';

/** What an event made of a booking. */
export type BookingStep = { event: RecordedEvent; before: Reservation | null; after: Reservation };

const personOf = ({ staffId, terminal }: Viewer): string =>
  staffId === null ? `terminal ${terminal ?? ''}` : `staff ${staffId}`;

/** What one person's steps did to one booking, oldest first; null when nothing came of them. */
function toldBooking(steps: readonly BookingStep[], reference: HotelReference): ToldBooking | null {
  const last = steps.at(-1);
  if (!last) return null;
  const isNew = steps.some(({ before }) => before === null);
  const merged = mergeChanges(steps.map(({ before, after }) => bookingChanges(before, after, reference)));
  const acts = operationsOf(merged, isNew);
  if (acts.length === 0) return null;
  const { event, after } = last;
  return {
    booking_id: after.id,
    acts,
    room_number: after.roomNumber,
    guest_name: after.guestName1,
    stay_start: after.stayStart,
    stay_end: after.stayEnd,
    is_cancelled: after.status === 'cancelled' ? 1 : 0,
    changes: shownFields(merged, isNew),
    position: event.position,
    recorded_at: event.recordedAt,
  };
}

type Sources = { steps: readonly BookingStep[]; others: readonly OtherOperations[] };

/** Who did what: others before oneself, whoever did something last first; of each the latest booking first. */
export function changesByPerson(
  { steps, others }: Sources,
  asker: Viewer,
  reference: HotelReference,
): PersonChanges[] {
  const stepsOf = groupBy(steps, ({ event }) => personOf(event));
  const othersOf = groupBy(others, personOf);
  const people = [...new Set([...stepsOf.keys(), ...othersOf.keys()])].flatMap((person): PersonChanges[] => {
    const own = stepsOf.get(person) ?? [];
    const beside = othersOf.get(person) ?? [];
    const traces: Viewer[] = [...own.map(({ event }) => event), ...beside];
    const [who] = traces;
    if (!who) return [];
    const bookings = [...groupBy(own, ({ after }) => after.id).values()]
      .flatMap((same) => toldBooking(same, reference) ?? [])
      .sort((a, b) => b.position - a.position);
    if (bookings.length === 0 && beside.length === 0) return [];
    const labels = groupBy(beside, ({ type }) => type);
    return [
      {
        staff_id: who.staffId,
        staff_name: who.staffId === null ? null : (reference.staff.get(who.staffId)?.name ?? null),
        terminals: [...new Set(traces.flatMap(({ terminal }) => terminal ?? []))],
        is_me: isOwn(asker, who),
        bookings,
        others: [...labels].map(([type, same]) => ({
          label: EVENT_LABELS[type as EventType],
          count: same.reduce((sum, { count }) => sum + count, 0),
        })),
      },
    ];
  });
  const newest = ({ bookings }: PersonChanges) => bookings[0]?.position ?? 0;
  return people.sort((a, b) => Number(a.is_me) - Number(b.is_me) || newest(b) - newest(a));
}
