import { afterAll, expect, test } from '@jest/globals';
import { openBackup } from '#backend/backup/backup-folder.js';
import { restoreBackup } from '#backend/backup/restore-backup.js';
import { takeBackup } from '#backend/backup/take-backup.js';
import { apiClient } from '#tests/support/api-client.js';
import { createEmptyDatabase } from '#tests/support/database.js';
import { csvOf, rowsOf, runMoveIn, uploadMoveIn } from '#tests/support/move-in.js';
import { startTestServer } from '#tests/support/server.js';
import { sharedHotel } from '#tests/support/shared.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

const hotel = sharedHotel();
const folder = temporaryFolder();
afterAll(folder.remove);

const HEADER = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数'];
const fileOf = (number: string) =>
  csvOf([
    HEADER,
    [`${number}1`, '山田 太郎', hotel.newRoom(), '2096-03-01', 1],
    [`${number}2`, '佐藤 花子', hotel.newRoom(), '2096-03-01', 1],
  ]);

test('after a restore other files are moved in under ids and keys of their own', async () => {
  const { body: first } = await uploadMoveIn(hotel.url, fileOf('A'));
  expect(await runMoveIn(hotel.api, first)).toMatchObject({ new: 2, failed: 0 });
  const silent = () => undefined;
  await takeBackup(
    hotel.databaseUrl,
    { folder: folder.pathOf('backup'), keysFolder: null, productVersion: '1.2.3' },
    silent,
  );
  const database = await createEmptyDatabase();
  await restoreBackup(database.url, await openBackup(folder.pathOf('backup'), null), silent);
  const server = await startTestServer({ database });
  try {
    const api = apiClient(server.url);
    const { body: next } = await uploadMoveIn(server.url, fileOf('B'));
    expect(next.id).toBeGreaterThan(first.id);
    expect(await runMoveIn(api, next)).toMatchObject({ new: 2, failed: 0 });
    expect((await rowsOf(api, next.id)).map(({ faults }) => faults)).toEqual([[], []]);
  } finally {
    await server.stop();
  }
});
