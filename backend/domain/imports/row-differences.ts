import type { ChannelReservation } from './channel-reservation.js';
import type { CsvReservation, CsvReservationDetails } from './csv-reservation.js';
import { recordDetails } from './record-details.js';
import { SHARED_FIELDS } from './shared-fields.js';

const COMPARED = [
  ...SHARED_FIELDS,
  'paymentFlag',
  'roomSymbol',
  'roomName',
  'fault',
  'warnings',
] as const satisfies readonly (keyof CsvReservationDetails)[];

/** What can differ between a row and the records of its reservation: a field of a room, or how many rooms there are. */
export type RowDifference = (typeof COMPARED)[number] | 'rooms';

/** What a row says otherwise than the records of its reservation do, which are of the same revision and kind. */
export function rowDifferences(
  row: ChannelReservation,
  known: readonly CsvReservation[],
  masters: Parameters<typeof recordDetails>[2],
): RowDifference[] {
  // A room that the reservation no longer has is known as cancelled.
  const rooms = known.filter(({ roomIndex, kind }) => roomIndex === 1 || kind === row.kind);
  const pairs = rooms
    .filter(({ roomIndex }) => roomIndex <= row.rooms.length)
    .map((record) => ({ record, sent: recordDetails(row, record.roomIndex, masters) }));
  const fields = COMPARED.filter((field) =>
    pairs.some(({ record, sent }) => String(record[field]) !== String(sent[field])),
  );
  const hasOtherRooms = row.kind !== 'キャンセル' && rooms.length !== row.rooms.length;
  return hasOtherRooms ? [...fields, 'rooms'] : fields;
}
