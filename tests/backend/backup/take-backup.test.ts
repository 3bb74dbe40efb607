import { afterAll, expect, test } from '@jest/globals';
import { openBackup } from '#backend/backup/backup-folder.js';
import { takeBackup } from '#backend/backup/take-backup.js';
import { filesIn } from '#tests/support/backup-folders.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedDatabase } from '#tests/support/shared.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

// What a backup holds and how it is restored: tests/faults/backup-contents.test.ts.

const database = sharedDatabase();
const place = temporaryFolder();
afterAll(place.remove);

const backUp = (name: string) => {
  const order = {
    folder: place.pathOf(name),
    keysFolder: place.pathOf(`${name}-keys`),
    productVersion: '1.2.3',
  };
  return takeBackup(database.url, order, () => undefined);
};

test('a backup whose age cannot be recorded is there all the same, and says so', async () => {
  await rawQuery(database.url, 'alter table backups add constraint refused check (false) not valid');
  expect(await backUp('unrecorded')).toMatchObject({ position: 0, isRecorded: false });
  const { log } = await openBackup(place.pathOf('unrecorded'), place.pathOf('unrecorded-keys'));
  expect(log.manifest.position).toBe(0);
  expect(filesIn(place.pathOf('unrecorded.unfinished'))).toEqual([]);
  await rawQuery(database.url, 'alter table backups drop constraint refused');
  expect(await backUp('recorded')).toMatchObject({ isRecorded: true });
  expect(await rawQuery(database.url, 'select position from backups')).toEqual([{ position: '0' }]);
});
