import { isInHouse, isOwing } from '@domain/calendar/front-desk.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { ChangedStreams, DerivedTable } from '../event-store/projection.js';
import type { Statements } from '../platform/pipeline.js';
import { reservationStream } from './reservation.stream.js';

type OpenStay = { id: number; stay_end: string; is_in_house: boolean; is_unpaid: boolean };

function openStayOf(booking: Reservation | null): OpenStay | null {
  if (booking?.status !== 'active') return null;
  const [isIn, isUnpaid] = [isInHouse(booking), isOwing(booking)];
  if (!isIn && !isUnpaid) return null;
  return { id: booking.id, stay_end: booking.stayEnd, is_in_house: isIn, is_unpaid: isUnpaid };
}

/**
 * The stays whose guest is in the house or owes. They stand apart from the bookings, so that check-in and payment change
 * no indexed column there.
 */
export const openStays: DerivedTable = {
  table: 'open_stays',
  async fault(client) {
    const { rows } = await client.query(`
      with expected as (
        select id, stay_end, state ->> 'checkoutDate' is null as is_in_house, state ->> 'paymentFlag' = '0' as is_unpaid
        from bookings where not is_cancelled and state ->> 'checkinDate' is not null
      )
      select coalesce(e.id, o.id) as id
      from (select * from expected where is_in_house or is_unpaid) e full join open_stays o on o = e
      where e.id is null or o.id is null limit 1`);
    return rows.length === 0 ? null : String(rows[0].id);
  },
  applyHistories: (client, histories) => change(client, histories),
  apply: (client, range) => change(client, range),
};

async function change(client: Statements, { changes }: Pick<ChangedStreams, 'changes'>): Promise<void> {
  const closed: number[] = [];
  const open: OpenStay[] = [];
  for (const { definition, before, after } of changes) {
    if (definition !== reservationStream) continue;
    const [was, is] = [openStayOf(before as Reservation | null), openStayOf(after as Reservation)];
    if (is) open.push(is);
    else if (was) closed.push(was.id);
  }
  if (closed.length > 0) {
    await client.send({
      name: 'close-stays',
      text: 'delete from open_stays where id = any($1::int[])',
      values: [closed],
    });
  }
  if (open.length > 0) {
    await client.send({
      name: 'open-stays',
      text: `insert into open_stays select * from jsonb_populate_recordset(null::open_stays, $1::jsonb)
             on conflict (id) do update set stay_end = excluded.stay_end, is_in_house = excluded.is_in_house,
                                            is_unpaid = excluded.is_unpaid`,
      values: [JSON.stringify(open)],
    });
  }
}
