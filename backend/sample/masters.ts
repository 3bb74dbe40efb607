import type {
  BlacklistEntryDetails,
  CorporateDetails,
  PaymentDetails,
  RoomTypeMappingDetails,
  StaffDetails,
} from '@domain/masters/masters.js';

/** A blacklist entry with the kana and phone of the person it means, for bookings that match it. */
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

const manager = member('佐々木 恵', 'admin');

/** The master records of the sample hotel; each object stands for the record it becomes. */
export const SAMPLE_MASTERS = {
  manager,
  staff: [
    manager,
    member('中島 大輔'),
    member('髙田 由美'),
    member('小川 翔太'),
    member('西村 彩'),
    member('大野 健'),
    member('松井 さくら'),
    member('岩﨑 誠'),
  ],
  corporates: [
    { corporateShortName: '㈱見本商事', corporateFlag: 0 },
    { corporateShortName: '青葉建設㈱', corporateFlag: 1 },
    { corporateShortName: 'みなと運輸㈱', corporateFlag: 1 },
    { corporateShortName: '㈱北斗システム', corporateFlag: 1 },
    { corporateShortName: '大橋設備工業㈱', corporateFlag: 1 },
    { corporateShortName: '東和電設㈱', corporateFlag: 0 },
    { corporateShortName: '㈱サンプル製作所', corporateFlag: 0 },
    { corporateShortName: '(一財)見本検査協会', corporateFlag: 0 },
    { corporateShortName: '㈱日の出エンジ', corporateFlag: 0 },
    { corporateShortName: '緑川フーズ㈱', corporateFlag: 0 },
    { corporateShortName: '㈲山手塗装', corporateFlag: 0 },
  ] as CorporateDetails[],
  payments: {
    cash: { paymentName: '現金' },
    card: { paymentName: 'クレジットカード' },
    code: { paymentName: 'QRコード決済' },
    eMoney: { paymentName: '電子マネー' },
    invoice: { paymentName: '請求書払い' },
    prepaid: { paymentName: '事前決済' },
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
    { roomType: 'NS', categories: ['normal_non_smoking'] },
    { roomType: 'SS', categories: ['normal_smoking'] },
    { roomType: 'LS', categories: ['women_non_smoking'] },
    { roomType: 'NT', categories: ['twin_non_smoking'] },
    { roomType: 'ST', categories: ['twin_smoking'] },
  ] as RoomTypeMappingDetails[],
};
export type SampleMasters = typeof SAMPLE_MASTERS;
