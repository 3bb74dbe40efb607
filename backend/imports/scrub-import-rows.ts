import { ERASED } from '@domain/erased.js';
import { reservationKey } from '@domain/imports/channel-reservation.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Scrubber } from '../event-store/personal-data.js';
import { csvReservationStream } from './csv-reservation.stream.js';

/** Erases the text and the digest of file rows; failed rows keep their text until then. */
export const scrubImportRows: Scrubber = async (client, erased) => {
  const keys = erased
    .filter(({ definition }) => definition === csvReservationStream)
    .map(({ before, after }) => reservationKey((before ?? after) as CsvReservation));
  if (keys.length === 0) return;
  await client.query({
    text: `update csv_import_rows set digest = '', row = null, text = case when text is not null then $2 end
           where reservation_key = any($1::text[]) and result is not null`,
    values: [keys, ERASED],
  });
};
