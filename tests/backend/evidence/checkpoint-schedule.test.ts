import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CheckpointService } from '../../../backend/evidence/checkpoint.service.js';
import { CheckpointSchedule } from '../../../backend/evidence/checkpoint-schedule.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { bookUnchecked, openNode, type StoreNode } from '../../support/store-node.js';
import { temporaryFolder } from '../../support/temporary-file.js';

let database: TestDatabase;
let node: StoreNode;
let folder: ReturnType<typeof temporaryFolder>;
let checkpoints: CheckpointService;
let schedule: CheckpointSchedule;

beforeEach(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  folder = temporaryFolder();
  checkpoints = new CheckpointService(database.url, { folder: folder.pathOf('evidence'), everyMinutes: 60 });
  schedule = new CheckpointSchedule(checkpoints);
});

afterEach(async () => {
  await node.close();
  await database.drop();
  folder.remove();
});

const book = (room: string) => node.store.execute(bookUnchecked(room, '2026-11-01', '2026-11-02'));
const positions = async () => (await checkpoints.evidence()).checkpoints.map(({ position }) => position);

/** A timer that the test triggers. */
function byHand() {
  const timer = { everyMs: 0, isOn: false, tick: () => {} };
  const repeat = (call: () => void, everyMs: number) => {
    Object.assign(timer, { everyMs, isOn: true, tick: call });
    return () => {
      timer.isOn = false;
    };
  };
  return { timer, repeat };
}

describe('the schedule of checkpoints', () => {
  test('signs at the start, each time that the log has moved, and at an orderly end', async () => {
    const { timer, repeat } = byHand();
    await book('1001');
    schedule.start(60, repeat);
    await schedule.settled();
    expect(timer).toMatchObject({ everyMs: 3_600_000, isOn: true });
    expect(await positions()).toEqual([1]);

    timer.tick();
    await schedule.settled();
    expect(await positions()).toEqual([1]);

    await book('1002');
    timer.tick();
    await schedule.settled();
    expect(await positions()).toEqual([1, 2]);

    await book('1003');
    await schedule.stop();
    expect(await positions()).toEqual([1, 2, 3]);
    expect(timer.isOn).toBe(false);
    await schedule.stop();
    expect(await positions()).toEqual([1, 2, 3]);
  });

  test('never signs when it is switched off', async () => {
    const { timer, repeat } = byHand();
    await book('1001');
    schedule.start(0, repeat);
    await schedule.stop();
    expect(timer.isOn).toBe(false);
    expect(await positions()).toEqual([]);
  });

  test('goes on after the database was away', async () => {
    const { timer, repeat } = byHand();
    await book('1001');
    const away = new URL(database.url);
    away.pathname = '/no_such_database';
    const address = { current: away.href };
    const recovering = new CheckpointSchedule({
      make: () =>
        new CheckpointService(address.current, {
          folder: folder.pathOf('evidence'),
          everyMinutes: 60,
        }).make(),
    } as CheckpointService);
    recovering.start(60, repeat);
    await recovering.settled();
    expect(await positions()).toEqual([]);
    address.current = database.url;
    timer.tick();
    await recovering.settled();
    expect(await positions()).toEqual([1]);
  });
});
