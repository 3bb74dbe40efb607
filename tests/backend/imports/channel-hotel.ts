import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RowResult } from '../../../backend/imports/import-row.js';
import { ChangeMaster, ChangeMasterHandler } from '../../../backend/masters/change-master.handler.js';
import { BLACKLIST, CORPORATES } from '../../../backend/masters/master-kinds.js';
import { defineHotel, importRows, storedBookings, storedRecords } from '../../support/channel-desk.js';
import type { ChannelRow } from '../../support/channel-file.js';
import { channelReservation } from '../../support/channel-file.js';
import { createTestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { AT_DESK, openDesk, openNode } from '../../support/store-node.js';

const NOW = '2026-12-16T03:00:00Z';

export type Cells = Partial<ChannelRow>;

/** A row that makes a reservation; one that can be registered, with some of its cells replaced. */
export const row = (cells: Cells = {}): ChannelReservation => channelReservation(cells);

/** The change of that reservation at a time of 2026-11-20. */
export const change = (at: string, cells: Cells = {}): ChannelReservation =>
  row({ 予約区分: '予約変更', 変更日時: `2026-11-20 ${at}:00`, ...cells });

/** The cancel of that reservation at a time of 2026-11-20. */
export const cancel = (at: string, cells: Cells = {}): ChannelReservation =>
  row({ 予約区分: 'キャンセル', キャンセル日時: `2026-11-20 ${at}:00`, ...cells });

/** A hotel of six rooms, the desk in it, and the channel manager's rows that it takes over. */
export async function openChannelHotel() {
  const database = await createTestDatabase();
  const node = openNode(database.url);
  await defineHotel(node.store, [
    { roomNumber: '1001' },
    { roomNumber: '1002' },
    { roomNumber: '401', smokingStatus: '喫煙' },
    { roomNumber: '501', roomType: 'ツイン' },
    { roomNumber: '702', corporate: 1 },
    { roomNumber: '905', priority: '女性' },
  ]);
  const bookings = () => storedBookings(database.url);
  const booking = async (id: number | null | undefined) =>
    (await bookings()).find((one) => one.id === id) as Reservation;
  const masters = new ChangeMasterHandler(node.store);
  const request = { write: AT_DESK, idempotency: null, expectedVersion: null };
  const idOf = async (table: string, name: string): Promise<number> =>
    Number(
      (await rawQuery(database.url, `select id from ${table} where state::text like '%${name}%'`))[0]?.id,
    );
  return {
    url: database.url,
    current: () => node.store.current(),
    desk: openDesk(node, NOW),
    /** Takes rows over one after another. */
    take: (...rows: ChannelReservation[]) => importRows(node.store, rows, 'one by one'),
    takeTogether: (...rows: ChannelReservation[]) => importRows(node.store, rows),
    records: () => storedRecords(database.url),
    onlyRecord: async () => (await storedRecords(database.url))[0] as CsvReservation,
    bookings,
    booking,
    roomOf: async (result: RowResult | undefined) => (await booking(result?.booking_id)).roomNumber,
    /** The room-month id of a room in December 2026. */
    async roomMonth(roomNumber: string): Promise<number> {
      const months = `select id from room_months where room_number = '${roomNumber}' and month = '2026-12-01'`;
      return Number((await rawQuery(database.url, months))[0]?.id);
    },
    retireCorporate: async (name: string): Promise<unknown> =>
      masters.execute(
        new ChangeMaster(CORPORATES, await idOf('corporates', name), { type: 'retire' }, request),
      ),
    retireBlacklistEntry: async (name: string): Promise<unknown> =>
      masters.execute(
        new ChangeMaster(BLACKLIST, await idOf('blacklist_entries', name), { type: 'retire' }, request),
      ),
    async defineCorporate(corporateShortName: string, corporateFlag: 0 | 1): Promise<number> {
      const details = { corporateShortName, corporateFlag };
      return (await masters.execute(new ChangeMaster(CORPORATES, null, { type: 'define', details }, request)))
        .id;
    },
    async close() {
      await node.close();
      await database.drop();
    },
  };
}

export type ChannelHotel = Awaited<ReturnType<typeof openChannelHotel>>;
