import type { GuestCard } from '@domain/guest-card/guest-card.js';
import { changesOf, type DerivedTable, firstFault } from '../event-store/projection.js';
import { guestCardStream } from '../streams/guest-card.stream.js';

type Member = { booking_id: number; card_id: number; is_member: boolean };

/** The bookings that a change takes out of a card or into it. */
function movesOf({ before, after }: { before: GuestCard | null; after: GuestCard }): Member[] {
  const was = before?.members ?? [];
  const row = (is_member: boolean) => (booking_id: number) => ({ booking_id, card_id: after.id, is_member });
  return [
    ...was.filter((id) => !after.members.includes(id)).map(row(false)),
    ...after.members.filter((id) => !was.includes(id)).map(row(true)),
  ];
}

const upsert = (name: string, after?: string) => ({
  name,
  sql: (rows: string) => `
    insert into guest_card_members select * from jsonb_populate_recordset(null::guest_card_members, ${rows})
    on conflict (booking_id, card_id) do update set is_member = excluded.is_member returning 1`,
  ...(after && { after }),
});
const LEFT = upsert('left_cards');
const ENTERED = upsert('entered_cards', LEFT.name);

/**
 * The cards that a booking stands in or ever stood in. A unique index over those it stands in makes it impossible that it
 * stands in two.
 */
export const cardMembers: DerivedTable = {
  table: 'guest_card_members',
  writes: ({ steps }) => {
    const latest = new Map<string, Member>();
    for (const move of changesOf(guestCardStream, steps).flatMap(movesOf))
      latest.set(`${move.booking_id} ${move.card_id}`, move);
    const rows = [...latest.values()];
    return [
      { ...LEFT, rows: rows.filter(({ is_member }) => !is_member) },
      { ...ENTERED, rows: rows.filter(({ is_member }) => is_member) },
    ];
  },
  fault: firstFault(`
    with expected as (
      select id as card_id, value::int as booking_id
      from guest_cards, jsonb_array_elements_text(state -> 'members')
    )
    select concat_ws(' ', coalesce(e.card_id, m.card_id), coalesce(e.booking_id, m.booking_id)) as fault
    from expected e full join (select * from guest_card_members where is_member) m using (card_id, booking_id)
    where e.card_id is null or m.card_id is null limit 1`),
};
