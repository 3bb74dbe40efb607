import { expect, test } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import { upload } from '#tests/support/api-client.js';
import { channelFile, goodFile, goodRows } from '#tests/support/channel-file.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const storedRows = async () =>
  Number((await rawQuery(hotel.databaseUrl, 'select count(*) as n from csv_import_rows'))[0]?.n);

test('an identical file is stored as one row, whose results are told as those of any import', async () => {
  const file = goodFile(3, 'I');
  const first = (await upload(hotel.url, file)).body;
  const before = await storedRows();
  for (const _time of [2, 3]) {
    const again = (await upload(hotel.url, file)).body;
    expect(again).toMatchObject({ status: 'done', rows: 3, done: 3, unchanged: 3, failed: 0 });
    expect(again.results.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'unchanged'],
      [3, 'unchanged'],
      [4, 'unchanged'],
    ]);
    expect(again.results.map(({ booking_id }) => booking_id)).toEqual(
      first.results.map(({ booking_id }) => booking_id),
    );
    const read = await hotel.api.get<ImportReport>(`/api/csv-imports/${again.id}?outcome=unchanged`);
    expect(read.body.results).toEqual(again.results);
  }
  expect(await storedRows()).toBe(before);
});

test('an identical file is run again once one of its rows can change something', async () => {
  const rows = goodRows(2, 'J').map((row) => ({ ...row, 部屋記号: 'XX' }));
  const file = channelFile(rows);
  expect((await upload(hotel.url, file)).body).toMatchObject({ failed: 2 });
  expect((await upload(hotel.url, file)).body).toMatchObject({ unchanged: 2, rows: 2 });
  await rawQuery(
    hotel.databaseUrl,
    'update csv_reservations set state = state || \'{"digest":"other","revision":"2000-01-01T00:00:00Z"}\' where reservation_key like \'%J%\'',
  );
  const before = await storedRows();
  await upload(hotel.url, file);
  expect(await storedRows()).toBe(before + 2);
});
