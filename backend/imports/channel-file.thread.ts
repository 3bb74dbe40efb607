import { reservationKey } from '@domain/imports/channel-reservation.js';
import { storable } from '../platform/incoming-file.js';
import { serveRows } from '../platform/thread-rows.js';
import { type ChannelReading, readChannelFile } from './channel-file.js';

/** The file that the thread reads, and its limits. */
export type ChannelFileRequest = ChannelReading & { path: string };

/** The rows of the channel manager's file as they are stored; the names are those of the columns. */
async function* draftRows({ path, ...limits }: ChannelFileRequest) {
  for await (const { line, text, reservation } of readChannelFile(path, limits)) {
    const { kind, revision, digest } = reservation;
    const reservation_key = storable(reservationKey(reservation));
    yield { line, reservation_key, kind, revision, digest, row: reservation, text: storable(text) };
  }
}

await serveRows(draftRows);
