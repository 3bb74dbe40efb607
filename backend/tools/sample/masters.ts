import { HOTEL_KEY, type HotelDetails, SAMPLE_HOTEL_NAME } from '@domain/masters/hotel.js';
import type {
  BlacklistEntryDetails,
  CorporateDetails,
  PaymentDetails,
  RoomTypeMappingDetails,
  StaffDetails,
} from '@domain/masters/masters.js';
import { BLACKLIST, CORPORATES, type MasterKind, PAYMENTS, STAFF } from '../../masters/master-kinds.js';
import { ROOM_TYPES } from '../../masters/masters.module.js';
import { hotelStream } from '../../streams/hotel.stream.js';
import type { Desk } from './desk.js';

/** A blacklist entry and the kana of its person, for bookings that match it. */
export type SampleBlacklistEntry = { details: BlacklistEntryDetails; kana: string };

const person = (guestName: string, kana: string, tel: string | null): SampleBlacklistEntry => ({
  details: { guestName, tel },
  kana,
});

// Nobody of the sample hotel can sign in: there is no default account.
const member = (name: string, role: StaffDetails['role'] = 'staff'): StaffDetails => ({
  name,
  role,
  loginName: null,
});

const corporate = (corporateShortName: string, corporateFlag: 0 | 1): CorporateDetails => ({
  corporateShortName,
  corporateFlag,
});

const mapping = (
  roomType: string,
  category: RoomTypeMappingDetails['categories'][number],
): RoomTypeMappingDetails => ({ roomType, categories: [category] });

const hotel: HotelDetails = {
  name: SAMPLE_HOTEL_NAME,
  shortName: '',
  address: '〒100-0000 東京都見本区例町1-2-3',
  phone: '03-0000-0000',
  email: 'front@example.jp',
  registrationNumber: 'T7123456789012',
  receiptNote: 'ご宿泊代として',
  bankAccount: '見本銀行 本店 普通 0000000 サンプルホテル',
  cleaningBegin: null,
  asksOccupation: false,
  showsCardPrices: false,
  taxRate: 10,
  checkInTime: '15:00',
  checkOutTime: '10:00',
  timezone: '',
  dayTurnsAt: '00:00',
};

const manager = member('佐々木 恵', 'admin');

/** The master records of the sample hotel; each object stands for the record it becomes. */
export const SAMPLE_MASTERS = {
  manager,
  staff: [
    manager,
    ...['中島 大輔', '髙田 由美', '小川 翔太', '西村 彩', '大野 健', '松井 さくら', '岩﨑 誠'].map((name) =>
      member(name),
    ),
  ],
  corporates: [
    corporate('㈱見本商事', 0),
    corporate('青葉建設㈱', 1),
    corporate('みなと運輸㈱', 1),
    corporate('㈱北斗システム', 1),
    corporate('大橋設備工業㈱', 1),
    corporate('東和電設㈱', 0),
    corporate('㈱サンプル製作所', 0),
    corporate('(一財)見本検査協会', 0),
    corporate('㈱日の出エンジ', 0),
    corporate('緑川フーズ㈱', 0),
    corporate('㈲山手塗装', 0),
  ],
  payments: {
    cash: { paymentName: '現金', kind: '現金' },
    card: { paymentName: 'クレジットカード', kind: 'カード' },
    code: { paymentName: 'QRコード決済', kind: 'その他' },
    eMoney: { paymentName: '電子マネー', kind: 'その他' },
    invoice: { paymentName: '請求書払い', kind: '請求書' },
    prepaid: { paymentName: '事前決済', kind: '事前決済' },
  } satisfies Record<string, PaymentDetails>,
  blacklist: [
    person('黒瀬 剛', 'クロセ ツヨシ', '090-0000-9901'),
    person('鬼塚 洋平', 'オニヅカ ヨウヘイ', null),
    person('荒巻 辰夫', 'アラマキ タツオ', '080-0000-9902'),
    person('蛇沼 圭', 'ヘビヌマ ケイ', null),
    person('トドロキ ゴウ', 'トドロキ ゴウ', '070-0000-9903'),
    person('五十嵐 猛', 'イガラシ タケル', '090-0000-9904'),
  ],
  mappings: [
    mapping('NS', 'normal_non_smoking'),
    mapping('SS', 'normal_smoking'),
    mapping('LS', 'women_non_smoking'),
    mapping('NT', 'twin_non_smoking'),
    mapping('ST', 'twin_smoking'),
  ],
};

/** The id that each of the master records got. */
export type MasterIds = ReadonlyMap<object, number>;

/** Defines all master records; the manager does, once there is one. */
export function defineMasters(desk: Desk): MasterIds {
  const { staff, corporates, payments, blacklist, mappings } = SAMPLE_MASTERS;
  const ids = new Map<object, number>();
  const define = <Details extends object>(kind: MasterKind<Details, unknown>, all: readonly Details[]) => {
    for (const details of all) ids.set(details, desk.define(kind, details));
  };
  define(STAFF, staff);
  desk.moment = { ...desk.moment, by: ids.get(manager) ?? null };
  define(CORPORATES, corporates);
  define(PAYMENTS, Object.values(payments));
  define(
    BLACKLIST,
    blacklist.map(({ details }) => details),
  );
  define(ROOM_TYPES, mappings);
  desk.append(hotelStream, { type: 'HotelDefined', data: hotel }, HOTEL_KEY);
  return ids;
}
