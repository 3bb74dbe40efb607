import { day, type Month } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeBookingSave } from '@wire/booking-save.js';
import { decodeRow } from '../../../backend/event-store/event-codec.js';
import type { EventStore } from '../../../backend/event-store/event-store.js';
import { needStream } from '../../../backend/event-store/needs.js';
import { Clock } from '../../../backend/platform/clock.js';
import {
  CreateReservation,
  CreateReservationHandler,
} from '../../../backend/reservations/commands/create-reservation.handler.js';
import { needNeighbourhood } from '../../../backend/reservations/neighbourhood.loader.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { REGISTRY } from '../../support/memory-store/memory-store.js';
import {
  A_BOOKING,
  AT_DESK,
  amendUnchecked,
  aWork,
  bookUnchecked,
  defineRoom,
  plainRoom,
} from '../../support/store-node.js';
import { expectSound, refusedWith, STORES, type StoreUnderTest } from '../../support/store-under-test.js';

describe.each(STORES)('an event store %s', (_, open) => {
  let under: StoreUnderTest;

  beforeEach(async () => {
    under = await open();
  });

  afterEach(() => under.close());

  const nodes = () => [under.here, under.there] as const;
  const positions = async () => (await under.rows()).map(({ position }) => position);

  describe('a room', () => {
    const overlap = refusedWith('overlap');

    test('is given once for a night even past the decisions; the other commands of the batch stand', async () => {
      const outcomes = await Promise.allSettled([
        under.here.execute(bookUnchecked('1001', '2028-02-28', '2028-03-02')),
        under.here.execute(bookUnchecked('1001', '2028-02-29', '2028-03-01')),
        under.here.execute(bookUnchecked('1002', '2028-02-29', '2028-03-01')),
      ]);
      outcomes.push(
        ...(await Promise.allSettled([
          under.there.execute(bookUnchecked('1001', '2028-03-01', '2028-03-03')),
        ])),
      );
      expect(outcomes).toMatchObject([{ status: 'fulfilled' }, overlap, { status: 'fulfilled' }, overlap]);
      expect(await positions()).toEqual([1, 2]);
      expect((await under.readModels()).claims).toEqual({
        '1001 2028-02-28': 1,
        '1001 2028-02-29': 1,
        '1001 2028-03-01': 1,
        '1002 2028-02-29': 2,
      });
      await expectSound(under);
    });

    test('goes from one to the other in one command that changes both', async () => {
      await under.here.execute(bookUnchecked('1001', '2028-02-28', '2028-03-01'));
      await under.here.execute(bookUnchecked('1002', '2028-02-28', '2028-03-01'));
      await under.there.execute(amendUnchecked({ 1: { roomNumber: '1002' }, 2: { roomNumber: '1001' } }));
      expect((await under.readModels()).claims).toMatchObject({ '1001 2028-02-29': 2, '1002 2028-02-29': 1 });
      await expectSound(under);
    });

    test('is looked at around the place that an earlier command of the batch gave', async () => {
      await under.here.execute(bookUnchecked('1001', '2028-02-28', '2028-03-01'));
      await under.here.execute(bookUnchecked('1002', '2028-03-02', '2028-03-04'));
      const needs = [needNeighbourhood({ id: 1, to: day('2028-03-03') })];
      const around = aWork((unit) => unit.all(reservationStream).map(({ id }) => id), { needs });
      const [, , seen] = await Promise.all([
        under.here.execute(bookUnchecked('1003', '2028-02-28', '2028-03-01')),
        under.here.execute(amendUnchecked({ 1: { roomNumber: '1002' } })),
        under.here.execute(around),
      ]);
      expect(seen).toEqual(expect.arrayContaining([1, 2]));
    });

    test('wanted by many at once is had by one, who sees the neighbours', async () => {
      const { id: room_id } = await defineRoom(
        under.here as EventStore,
        plainRoom('1001', day('2028-02-01') as Month),
      );
      const clock = new Clock('Asia/Tokyo', () => new Date('2028-02-27T03:00:00Z'));
      const body = { ...A_BOOKING, room_id, stay_start: '2028-02-28', stay_end: '2028-03-01' };
      const request = { write: AT_DESK, idempotency: null, expectedVersion: null };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) => {
          const handler = new CreateReservationHandler(nodes()[index % 2 ? 1 : 0] as EventStore, clock);
          return handler.execute(new CreateReservation(decodeBookingSave(body), request));
        }),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject(
        Array.from({ length: 11 }, () => overlap),
      );
      const look = aWork((unit) => unit.all(reservationStream).map(({ id }) => id), {
        needs: [needNeighbourhood({ roomId: room_id, from: day('2028-03-01'), to: day('2028-03-02') })],
      });
      expect(await under.there.execute(look)).toEqual([2]);
      expect((await under.readModels()).counts).toEqual([
        '2028-02-28 normal_non_smoking 1 0 2',
        '2028-02-29 normal_non_smoking 1 0 2',
      ]);
      await expectSound(under);
    });
  });

  test('shows new master data to the commands behind it, and counts anew what it moves', async () => {
    const month = day('2028-02-01') as Month;
    const room = plainRoom('1001', month);
    const { id } = await defineRoom(under.here as EventStore, room);
    const rooms = aWork((unit) => [...unit.reference.rooms.byId.values()].map(({ roomType }) => roomType));
    const [, before, , after] = await Promise.all([
      under.here.execute(bookUnchecked('1001', '2028-02-28', '2028-03-01')),
      under.here.execute(rooms),
      defineRoom(under.here as EventStore, { ...room, roomType: 'ツイン' }, id),
      under.here.execute(rooms),
    ]);
    expect([before, after]).toEqual([['シングル'], ['ツイン']]);
    expect(await under.there.execute(rooms)).toEqual(['ツイン']);
    expect((await under.readModels()).counts).toEqual([
      '2028-02-28 normal_non_smoking 0 0 3',
      '2028-02-28 twin_non_smoking 1 0 3',
      '2028-02-29 normal_non_smoking 0 0 3',
      '2028-02-29 twin_non_smoking 1 0 3',
    ]);
    await expectSound(under);
  });

  test('keeps personal data sealed and forgets it for good; what comes later is sealed anew', async () => {
    await under.here.execute(bookUnchecked('1001', '2028-02-28', '2028-03-01'));
    const erase = aWork(
      (unit) => {
        const event = { type: 'PersonalDataErased', data: { reason: '本人の申し出' } } as const;
        return unit.append(reservationStream, 1, event, AT_DESK);
      },
      { needs: [needStream(reservationStream, 1)] },
    );
    expect(await under.keys()).toEqual(['reservation-1']);
    await under.there.execute(erase);
    expect(await under.keys()).toEqual([]);
    expect(JSON.stringify([await under.rows(), await under.readModels()])).not.toContain('山田');
    const [created] = await under.rows();
    expect(created && decodeRow(REGISTRY, created, null).data).toMatchObject({
      guestName1: '削除済み',
      roomNumber: '1001',
    });
    await expectSound(under);
  });
});
