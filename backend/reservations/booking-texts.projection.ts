import type { Reservation } from '@domain/reservation/reservation.js';
import type { ChangedStreams, DerivedTable } from '../event-store/projection.js';
import type { Statements } from '../platform/pipeline.js';
import { reservationStream } from './reservation.stream.js';
import { searchText } from './search-text.js';

/** What bookings are found by. It is written, and indexed, only when it changed. */
export const bookingTexts: DerivedTable = {
  table: 'booking_texts',
  async fault(client) {
    const { rows } = await client.query(`
      select coalesce(b.id, t.id) as id from bookings b full join booking_texts t using (id)
      where b.search_text is distinct from t.search_text limit 1`);
    return rows.length === 0 ? null : String(rows[0].id);
  },
  applyHistories: (client, histories) => change(client, histories),
  apply: (client, range) => change(client, range),
};

async function change(client: Statements, { changes }: Pick<ChangedStreams, 'changes'>): Promise<void> {
  const ids: number[] = [];
  const texts: string[] = [];
  for (const { definition, before, after } of changes) {
    if (definition !== reservationStream) continue;
    const text = searchText(after as Reservation);
    if (before && searchText(before as Reservation) === text) continue;
    ids.push(after.id);
    texts.push(text);
  }
  if (ids.length === 0) return;
  await client.send({
    name: 'write-booking-texts',
    text: `insert into booking_texts select * from unnest($1::int[], $2::text[])
           on conflict (id) do update set search_text = excluded.search_text`,
    values: [ids, texts],
  });
}
