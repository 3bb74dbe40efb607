import { beforeAll, describe, expect, test } from '@jest/globals';
import { rawLog, rawQuery } from '../../support/log-rows.js';
import { sharedNodes } from '../../support/shared.js';
import { amendUnchecked, bookUnchecked } from '../../support/store-node.js';

const { database, here: node } = sharedNodes();

const claims = () =>
  rawQuery(
    database.url,
    'select room_number as room, night, reservation_id as id from room_claims order by room_number, night',
  );

describe('the event log', () => {
  const attacks = [
    "update event_log set payload = '{}'",
    'update event_log set hash = hash where false',
    'delete from event_log',
    'delete from event_log where false',
    'truncate event_log',
    'merge into event_log using (select 1) one on position = 1 when matched then delete',
  ];

  beforeAll(() => node.store.execute(bookUnchecked('1101', '2026-11-01', '2026-11-02')));

  test.each(attacks)('lets the application not do this: %s', async (statement) => {
    const before = await rawLog(database.url);
    await expect(rawQuery(database.url, statement)).rejects.toMatchObject({ code: '42501' });
    expect(await rawLog(database.url)).toEqual(before);
  });

  test.each(attacks)('refuses it even to a role with every right: %s', async (statement) => {
    const before = await rawLog(database.url);
    const asAnybody = `begin; grant all on event_log to current_user; ${statement}; commit`;
    await expect(rawQuery(database.url, asAnybody)).rejects.toMatchObject({
      code: '23000',
      message: expect.stringContaining('the event log is append-only'),
    });
    expect(await rawLog(database.url)).toEqual(before);
  });
});

describe('room_claims', () => {
  const OVERLAP = {
    status: 409,
    message: '選択した部屋は指定された期間に既に予約されています。',
    rules: [{ code: 'overlap', field: 'room_id' }],
  };

  test('refuses a second booking of a night although the decision let it pass', async () => {
    const { id } = await node.store.execute(bookUnchecked('1001', '2026-11-29', '2026-12-02'));
    const before = await claims();
    await expect(node.store.execute(bookUnchecked('1001', '2026-12-01', '2026-12-03'))).rejects.toMatchObject(
      OVERLAP,
    );
    expect(await claims()).toEqual(before);
    expect(before.filter((claim) => claim.id === String(id)).map((claim) => claim.night)).toEqual([
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
    ]);
  });

  test('refuses only the guilty one of many bookings that come together', async () => {
    const works = [
      bookUnchecked('1002', '2026-11-01', '2026-11-05'),
      bookUnchecked('1003', '2026-11-01', '2026-11-05'),
      bookUnchecked('1002', '2026-11-04', '2026-11-06'),
      bookUnchecked('1002', '2026-11-05', '2026-11-06'),
    ];
    const outcomes = await Promise.allSettled(works.map((work) => node.store.execute(work)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[2]).toMatchObject({ reason: OVERLAP });
  });

  test('frees the nights of a booking that moved away', async () => {
    const { id } = await node.store.execute(bookUnchecked('1005', '2026-11-01', '2026-11-03'));
    await node.store.execute(amendUnchecked({ [id]: { roomNumber: '1006' } }));
    await node.store.execute(bookUnchecked('1005', '2026-11-01', '2026-11-03'));
    await expect(node.store.execute(bookUnchecked('1006', '2026-11-01', '2026-11-02'))).rejects.toMatchObject(
      OVERLAP,
    );
  });

  test('lets two bookings swap rooms in one command, and in two commands of one batch', async () => {
    const [one, other] = await Promise.all([
      node.store.execute(bookUnchecked('1007', '2026-11-10', '2026-11-13')),
      node.store.execute(bookUnchecked('1008', '2026-11-11', '2026-11-12')),
    ]);
    const roomsNow = async () => {
      const rows = await rawQuery(
        database.url,
        `select distinct reservation_id as id, room_number as room from room_claims
         where reservation_id in (${one.id}, ${other.id}) order by 1`,
      );
      return rows.map(({ room }) => room);
    };
    await node.store.execute(
      amendUnchecked({ [one.id]: { roomNumber: '1008' }, [other.id]: { roomNumber: '1007' } }),
    );
    expect(await roomsNow()).toEqual(['1008', '1007']);
    await Promise.all([
      node.store.execute(amendUnchecked({ [one.id]: { roomNumber: '1007' } })),
      node.store.execute(amendUnchecked({ [other.id]: { roomNumber: '1008' } })),
    ]);
    expect(await roomsNow()).toEqual(['1007', '1008']);
  });

  test('leaves any other violation what it is', async () => {
    await rawQuery(
      database.url,
      "create unique index one_fee on bookings ((state ->> 'totalFee')) where room_number = '1010'",
    );
    const book = (start: string, end: string) => node.store.execute(bookUnchecked('1010', start, end));
    await book('2026-11-01', '2026-11-02');
    await expect(book('2026-11-05', '2026-11-06')).rejects.toMatchObject({
      code: '23505',
      constraint: 'one_fee',
    });
  });
});
