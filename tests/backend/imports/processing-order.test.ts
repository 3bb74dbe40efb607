import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { upload } from '../../support/api-client.js';
import { type ChannelRow, channelFile, channelRow, goodRows } from '../../support/channel-file.js';
import type { Hotel } from '../../support/hotel.js';
import { startHotel } from '../../support/hotel.js';
import { rawQuery } from '../../support/log-rows.js';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

/** The names given to rows, in the order in which they are worked off. */
async function orderOf(rows: Record<string, Partial<ChannelRow>>): Promise<string[]> {
  const base = goodRows(1)[0];
  const file = channelFile(Object.values(rows).map((cells) => channelRow({ ...base, ...cells })));
  const { body } = await upload(hotel.url, file);
  const lines = await rawQuery(
    hotel.databaseUrl,
    `select line from csv_import_rows where import_id = ${body.id} order by step`,
  );
  return lines.map(({ line }) => Object.keys(rows)[Number(line) - 2] as string);
}

const made = (予約番号: string, at: string) => ({ 予約番号, 予約日時: `2095-10-01 ${at}` });
const changed = (予約番号: string, at: string) => ({
  予約番号,
  予約区分: '予約変更',
  予約日時: '',
  変更日時: `2095-10-01 ${at}`,
});
const cancelled = (予約番号: string, at: string) => ({
  予約番号,
  予約区分: 'キャンセル',
  予約日時: '',
  キャンセル日時: `2095-10-01 ${at}`,
});

const again = (備考: string) => ({ ...made('E1', '09:00:00'), 備考 });

test.each<[string, Record<string, Partial<ChannelRow>>, string[]]>([
  [
    'cancellations of what came before come first, then everything by revision',
    {
      newer: made('A1', '10:00:00'),
      older: made('A2', '09:00:00'),
      lateCancel: cancelled('A3', '12:00:00'),
      change: changed('A4', '09:30:00'),
      earlyCancel: cancelled('A5', '08:00:00'),
    },
    ['earlyCancel', 'lateCancel', 'older', 'change', 'newer'],
  ],
  [
    'a cancellation of what arrives in the same file waits for it, whatever its revision says',
    {
      cancelOfB1: cancelled('B1', '07:00:00'),
      first: made('B2', '08:00:00'),
      b1: made('B1', '09:00:00'),
      b1Changed: changed('B1', '11:00:00'),
      last: made('B3', '10:00:00'),
    },
    ['first', 'b1', 'cancelOfB1', 'last', 'b1Changed'],
  ],
  [
    'a cancellation that came later than its reservation stays in its turn',
    {
      cancelOfC1: cancelled('C1', '11:00:00'),
      c2: made('C2', '10:00:00'),
      c1: made('C1', '09:00:00'),
    },
    ['c1', 'c2', 'cancelOfC1'],
  ],
  [
    'of one revision the reservation comes before its change and that before its cancellation, then line by line',
    {
      cancel: cancelled('D1', '09:00:00'),
      change: changed('D1', '09:00:00'),
      made: made('D1', '09:00:00'),
      another: made('D2', '09:00:00'),
    },
    ['made', 'another', 'change', 'cancel'],
  ],
  [
    'of the same reservation, revision and kind the earlier line comes first',
    { other: made('E2', '09:00:00'), one: again('一'), two: again('二'), three: again('三') },
    ['other', 'one', 'two', 'three'],
  ],
])('%s', async (_, rows, order) => {
  expect(await orderOf(rows)).toEqual(order);
});
