import type {
  CsvReservationDetails,
  CsvReservationEvent,
  FailureReason,
} from '@domain/auto-registration/csv-reservation.js';
import { addMonths, type Day, day, dayIn, type Month, monthOf, monthsFromTo } from '@domain/dates.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import { GRID_ROOM_NUMBERS } from '@domain/room/room-order.js';
import { csvReservationStream } from '../../../backend/auto-registration/csv-reservation.stream.js';
import { needStream } from '../../../backend/event-store/needs.js';
import type { UnitOfWork } from '../../../backend/event-store/unit-of-work.js';
import { Writer } from '../../../backend/event-store/writer.js';
import {
  blacklistStream,
  corporateStream,
  paymentStream,
  staffStream,
} from '../../../backend/masters/master.stream.js';
import { overlapOnClaim } from '../../../backend/reservations/overlap-on-claim.stream.js';
import { roomMonthStream } from '../../../backend/rooms/room-month.stream.js';
import { eventStoreParts } from '../../../backend/streams.js';

/** The first and last month of the examples: over a year's end, a leap day (2096-02-29) and 366 nights. */
const FIRST_MONTH = day('2095-12-01') as Month;
const LAST_MONTH = day('2097-02-01') as Month;

/** Plain non-smoking singles, bookable in every month. */
export const PLAIN_ROOMS = GRID_ROOM_NUMBERS.filter((room) => /^(10|9|6)\d\d$/.test(room));

type Change = Partial<RoomMonthDetails>;

/** Rooms that differ from the plain ones; null where the room has no room-month. */
const SPECIAL_ROOMS: Record<string, (month: Month) => Change | null> = {
  '701': () => ({ roomType: 'ツイン', roomLabel: '禁煙T' }),
  '702': () => ({ roomLabel: '法人S', corporate: 1 }),
  '310': (month) => (month === '2096-02-01' ? { reservableStatus: '予約不可' } : {}),
  '216': () => ({ roomType: '倉庫', roomLabel: '倉庫', reservableStatus: '予約不可' }),
  '805': (month) => (month === '2096-03-01' ? null : {}),
};

const CONTEXT = { staffId: null, terminal: null, requestId: 'test-hotel' };

export type SeededIds = {
  /** Room-month ids by room number and month. */
  rooms: Map<string, number>;
  corporate: number;
  flaggedCorporate: number;
  cash: number;
  card: number;
  blacklisted: number;
  staff: number;
};

function months(today: Day): Month[] {
  const around = monthsFromTo(addMonths(monthOf(today), -2), addMonths(monthOf(today), 2));
  return [...new Set([...around, ...monthsFromTo(FIRST_MONTH, LAST_MONTH)])];
}

function defineRooms(unit: UnitOfWork): Map<string, number> {
  const ids = new Map<string, number>();
  const plain = PLAIN_ROOMS.map((room) => [room, () => ({})] as const);
  for (const month of months(dayIn('Asia/Tokyo', new Date()))) {
    for (const [roomNumber, changeIn] of [...plain, ...Object.entries(SPECIAL_ROOMS)]) {
      const change = changeIn(month);
      if (!change) continue;
      const data: RoomMonthDetails = {
        roomNumber,
        month,
        roomType: 'シングル',
        roomLabel: '禁煙S',
        priority: '',
        smokingStatus: '禁煙',
        reservableStatus: '予約可能',
        corporate: 0,
        ...change,
      };
      const { id } = unit.append(
        roomMonthStream,
        unit.nextPosition,
        { type: 'RoomMonthDefined', data },
        CONTEXT,
      );
      ids.set(`${roomNumber} ${month}`, id);
    }
  }
  return ids;
}

function defineMasters(unit: UnitOfWork): Omit<SeededIds, 'rooms'> {
  const staff = unit.nextPosition;
  unit.append(
    staffStream,
    staff,
    { type: 'StaffDefined', data: { name: '髙田 由美', role: 'staff', loginName: null } },
    CONTEXT,
  );
  const corporate = (corporateShortName: string, corporateFlag: 0 | 1): number => {
    const data = { corporateShortName, corporateFlag };
    return unit.append(corporateStream, unit.nextPosition, { type: 'CorporateDefined', data }, CONTEXT).id;
  };
  const payment = (paymentName: string): number => {
    const event = { type: 'PaymentDefined', data: { paymentName } } as const;
    return unit.append(paymentStream, unit.nextPosition, event, CONTEXT).id;
  };
  const blacklisted = (guestName: string, tel: string | null): number => {
    const event = { type: 'BlacklistEntryDefined', data: { guestName, tel } } as const;
    return unit.append(blacklistStream, unit.nextPosition, event, CONTEXT).id;
  };
  return {
    staff,
    corporate: corporate('㈱見本商事', 0),
    flaggedCorporate: corporate('青葉建設㈱', 1),
    cash: payment('現金'),
    card: payment('クレジットカード'),
    blacklisted: [blacklisted('黒瀬 剛', '090-0000-9901'), blacklisted('鬼塚 洋平', null)][0] as number,
  };
}

/** A writer of the test's own, as a second node would have one. */
export function writerOn(databaseUrl: string): Writer {
  return new Writer(databaseUrl, eventStoreParts(), overlapOnClaim);
}

const write = <Answer>(writer: Writer, decide: (unit: UnitOfWork) => Answer): Promise<Answer> =>
  writer.execute({ idempotency: null, needs: [], decide });

/** Defines a small hotel in an empty log. */
export function seedHotel(writer: Writer): Promise<SeededIds> {
  return write(writer, (unit) => ({ rooms: defineRooms(unit), ...defineMasters(unit) }));
}

let imports = 0;

/** Puts an imported record into the failed queue: a paid stay of one man with a coupon, unless told otherwise. */
export function seedImport(
  writer: Writer,
  details: Partial<CsvReservationDetails> = {},
  reason: FailureReason = '空室なし',
): Promise<number> {
  const data: CsvReservationDetails = {
    site: '楽天トラベル',
    bookingNumber: `RY${++imports}`,
    roomIndex: 1,
    kind: '予約',
    digest: `d${imports}`,
    fault: null,
    warnings: [],
    revision: '2095-11-01T00:00:00.000Z',
    roomSymbol: 'NS',
    roomName: '禁煙シングル',
    soldCategories: ['normal_non_smoking'],
    smokingStatus: '禁煙',
    bookingSource: '楽天',
    reserverName: '輸入 花子',
    reserverNameKana: 'ユニュウ ハナコ',
    guestName1: '輸入 太郎',
    guestName1Kana: 'ユニュウ タロウ',
    guestName2: '',
    tel: '090-0000-1234',
    notes: '禁煙希望',
    stayStart: day('2096-01-10'),
    stayEnd: day('2096-01-12'),
    checkinTime: '18:00',
    totalFee: 15_600,
    usedPoints: 300,
    mensCount: 1,
    womensCount: 0,
    corporateId: 0,
    paymentFlag: 1,
    coupon: 1,
    ...details,
  };
  return write(writer, (unit) => {
    const { id } = unit.append(
      csvReservationStream,
      unit.nextPosition,
      { type: 'CsvReservationImported', data },
      CONTEXT,
    );
    unit.append(
      csvReservationStream,
      id,
      { type: 'AutoRegistrationFailed', data: { reason, detail: '' } },
      CONTEXT,
    );
    return id;
  });
}

/** What else can happen to an imported record. */
export function appendToImport(writer: Writer, id: number, event: CsvReservationEvent): Promise<unknown> {
  return writer.execute({
    idempotency: null,
    needs: [needStream(csvReservationStream, id)],
    decide: (unit) => {
      unit.append(csvReservationStream, id, event, CONTEXT);
      return null;
    },
  });
}
