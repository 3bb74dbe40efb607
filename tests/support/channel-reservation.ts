import type { ChannelReservation } from '@domain/auto-registration/channel-reservation.js';
import { readRow } from '@domain/auto-registration/read-row.js';
import { rowDigest } from '../../backend/auto-registration/file/row-digest.js';
import { type ChannelRow, channelRow } from './channel-file.js';

/** What is read from a row that can be registered as it stands, with some of its cells replaced. */
export function channelReservation(cells: Partial<ChannelRow> = {}): ChannelReservation {
  const row = new Map(Object.entries(channelRow(cells)));
  return readRow(row, { digest: rowDigest(row, ''), timezone: 'Asia/Tokyo' });
}
