import { countText, monthText } from '@domain/calendar/stay-text.js';
import type { StaffRole } from '@domain/masters/staff-role.js';
import type { HotelReference } from '@domain/reference.js';
import {
  DRAFT_FIELDS,
  type FieldKind,
  NOT_BLACKLISTED,
  RESERVATION_FIELD_NAMES,
  reservationField,
} from '@domain/reservation/reservation-fields.js';
import type { Category } from '@domain/room/room-month.js';
import type { SetupStep } from '@domain/setup/setup.js';
import type { BookingRecord } from './booking-record.js';
import type { RoomTypeMappingRecord } from './csv-actions.js';
import type { CsvRecord } from './csv-record.js';
import type { HotelProfile } from './hotel-record.js';
import type {
  ManagedBlacklistEntry,
  ManagedCorporate,
  ManagedPrepaidWord,
  ManagedStaff,
} from './master-records.js';
import type { ManagedCancellationRule } from './money-masters.js';
import type { RoomClosureRecord, TentativeRecord } from './room-closure-record.js';
import type { RoomRecord } from './room-record.js';
import {
  date,
  each,
  type FieldText,
  flag,
  instantText,
  money,
  NOTHING,
  named,
  oneOf,
  people,
  points,
  type ValueText,
} from './value-texts.js';
import type { WaitingContent } from './waiting-list.js';
import type { WeatherRecord } from './weather-record.js';

/** Labels of the fields of a record, and how their values are shown. */
export type FieldTexts<Field extends string, Context = unknown> = Readonly<Record<Field, FieldText<Context>>>;

/** The time zone for instants. */
export type InZone = { timezone: string };

const yesNo = flag('あり', 'なし');
const gender = oneOf({ male: '男性', female: '女性' });
const corporate = named((id, { corporates }: HotelReference) => corporates.get(id)?.corporateShortName, {
  0: 'なし',
});
const booking = named((id: number) => `予約 #${id}`, { 0: 'なし' });

/** The fields of a booking record, its room number, the imported record it was made from, and its receipt. */
export type BookingField =
  | keyof BookingRecord
  | 'room_number'
  | 'csv_reservation_id'
  | 'moved_in_from'
  | 'paid_amount'
  | 'charges'
  | 'lodging_tax'
  | 'tax_exemption'
  | 'statement_number'
  | 'receipt_parts'
  | 'return_invoices'
  | `receipt_${ReceiptField}`;
type ReceiptField = 'number' | 'amount' | 'addressee' | 'note' | 'reissues';

/** Texts of the fields that staff enter, by kind; a field without one is shown as it is. */
const KINDS: Partial<Record<FieldKind, ValueText<HotelReference>>> = {
  day: date,
  yen: money,
  people,
  corporate,
  paymentType: named((id, { payments }: HotelReference) => payments.get(id)?.paymentName),
  blacklist: named((id, { blacklist }: HotelReference) => blacklist.get(id)?.guestName, {
    [NOT_BLACKLISTED]: '該当なし',
  }),
  flag: yesNo,
};
const entered = Object.fromEntries(
  RESERVATION_FIELD_NAMES.map(reservationField).map(({ wire, label, kind }) => [
    wire,
    { label, text: KINDS[kind] },
  ]),
) as FieldTexts<keyof typeof DRAFT_FIELDS, HotelReference>;

/** The fields of a booking. */
export const BOOKING_FIELDS: FieldTexts<BookingField, HotelReference> = {
  ...entered,
  id: { label: '予約ID' },
  version: { label: '版' },
  room_id: {
    label: '部屋(月別)',
    text: named((id, { rooms }: HotelReference) => {
      const room = rooms.byId.get(id);
      return room && `${room.roomNumber} ${monthText(room.month)}`;
    }),
  },
  room_number: { label: '部屋番号' },
  date: { label: '宿泊日', text: date },
  is_cancelled: { label: '予約状態', text: flag('取消', '有効') },
  gender_1: { label: '性別1', text: gender },
  gender_2: { label: '性別2', text: gender },
  csv_notes: { label: '利用ポイント', text: (value) => points(Number(value), null) },
  checkin_date: { label: 'チェックイン', text: date },
  checkout_date: { label: 'チェックアウト', text: date },
  no_show: { label: 'ノーショー', text: flag('はい', NOTHING) },
  corporate: { label: '法人予約', text: flag('はい', 'いいえ') },
  payment_status: { label: '支払状況' },
  payment_flag: { label: '支払状況', text: flag('済', '未') },
  used_points: { label: '利用ポイント', text: points },
  base_booking_id: { label: '前日と同一予約', text: booking },
  group_end_date: { label: '同一予約の最終日', text: date },
  changed_room: { label: '部屋移動', text: yesNo },
  party_id: { label: '同じグループ', text: booking },
  staff_id: { label: '担当者', text: named((id, { staff }: HotelReference) => staff.get(id)?.name) },
  csv_reservation_id: { label: '自動登録データ', text: named((id: number) => `自動登録データ #${id}`) },
  moved_in_from: { label: '移行元' },
  balance: { label: '残額', text: money },
  paid_amount: { label: '入金額', text: money },
  charges: { label: '明細', text: each(String) },
  lodging_tax: { label: '宿泊税', text: money },
  tax_exemption: { label: '宿泊税の免除' },
  statement_number: { label: '宿泊明細書番号' },
  receipt_number: { label: '領収書番号' },
  receipt_amount: { label: '領収書の金額', text: money },
  receipt_addressee: { label: '領収書の宛名' },
  receipt_note: { label: '領収書の但し書き' },
  receipt_parts: { label: '分けた領収書' },
  return_invoices: { label: '適格返還請求書' },
  receipt_reissues: { label: '領収書の再発行', text: (value) => `${value}回` },
};

/** Names of the steps of the first day. */
export const SETUP_STEP_TITLES: Readonly<Record<SetupStep, string>> = {
  hotel: 'ホテル',
  rooms: '部屋',
  masters: 'マスタ',
  bookings: 'データ移行',
  confirmation: '開始の確認',
};

/** Names of staff roles. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  staff: 'スタッフ',
  auditor: '監査担当',
  admin: '管理者',
};

/** Names of room categories. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  normal_non_smoking: '一般 禁煙',
  normal_smoking: '一般 喫煙',
  women_non_smoking: '女性 禁煙',
  twin_smoking: 'ツイン 喫煙',
  twin_non_smoking: 'ツイン 禁煙',
  corporate_smoking: '法人 喫煙',
  corporate_non_smoking: '法人 禁煙',
};
const categories = each(oneOf(CATEGORY_NAMES));

/** The fields only imported records have, including their row's fault and sold categories. */
type ImportField =
  | Exclude<
      keyof CsvRecord,
      keyof BookingRecord | 'paymentStatus' | 'updated_at' | 'file' | 'duplicates' | 'rooms'
    >
  | 'fault'
  | 'sold_categories';

/** The fields of an imported record that bookings do not have. */
export const IMPORT_FIELDS: FieldTexts<ImportField, InZone> = {
  site: { label: '予約サイト' },
  room_index: { label: '何室目', text: (value) => `${value}室目` },
  kind: { label: '予約区分' },
  revision: {
    label: '予約元の更新日時',
    text: (value, { timezone }) => instantText(String(value), timezone),
  },
  room_symbol: { label: '部屋記号' },
  room_name: { label: '部屋名称' },
  sold_categories: { label: '部屋の区分', text: categories },
  smoking_status: { label: '喫煙区分' },
  status: {
    label: '登録状態',
    text: oneOf({ failed: '未登録', registered: '登録済み', cancelled: '取消', dismissed: '対応済み' }),
  },
  fault: { label: '取込内容の不備' },
  reason: { label: '失敗理由' },
  detail: { label: '詳細' },
  dismissed_reason: { label: '対応済みの理由' },
  warnings: { label: '注意', text: each(String) },
  booking_id: { label: '予約', text: booking },
  is_returned: { label: '予約の取り下げ', text: yesNo },
};

/** The fields of a room-month. */
export const ROOM_CLOSURE_FIELDS: FieldTexts<
  Exclude<keyof RoomClosureRecord, 'id' | 'staff_id' | 'tentative' | 'version'> | keyof TentativeRecord
> = {
  room_number: { label: '部屋番号' },
  start_date: { label: '開始日' },
  end_date: { label: '終了日' },
  reason: { label: '理由' },
  guest_name: { label: '宿泊者名' },
  tel: { label: '電話番号' },
  remark: { label: '備考' },
  until: { label: '期限' },
  is_ended: { label: '取消', text: flag('取消済み', '') },
};

/** The fields of an entry of the waiting list. */
export const WAITING_FIELDS: FieldTexts<Exclude<keyof WaitingContent, 'id' | 'staff_id' | 'version'>> = {
  guest_name: { label: '宿泊者名' },
  tel: { label: '電話番号' },
  remark: { label: '備考' },
  stay_start: { label: 'チェックイン日' },
  stay_end: { label: 'チェックアウト日' },
  mens_count: { label: '男性' },
  womens_count: { label: '女性' },
  smoking_status: { label: '喫煙区分' },
  corporateID: { label: '法人' },
  status: {
    label: '状態',
    text: oneOf({ waiting: 'キャンセル待ち', booked: '予約済み', given_up: '取消' }),
  },
  booking_id: { label: '予約', text: booking },
};

export const ROOM_FIELDS: FieldTexts<Exclude<keyof RoomRecord, 'id'>> = {
  room_number: { label: '部屋番号' },
  year: { label: '年', text: (value) => `${value}年` },
  month: { label: '月', text: (value) => `${value}月` },
  room_type: { label: 'ルームタイプ' },
  room_label: { label: '部屋の表示名' },
  priority: { label: '優先性別' },
  smoking_status: { label: '喫煙区分' },
  reservable_status: { label: '予約可否' },
  corporate: { label: '法人専用', text: flag('はい', 'いいえ') },
  position: { label: '並び順', text: (value) => `${value}番目` },
};

/** The fields of a day. */
export const DAY_FIELDS: FieldTexts<Exclude<keyof WeatherRecord, 'id' | 'version'>> = {
  date: { label: '日付', text: date },
  weather: { label: '天気' },
  holiday_flag: { label: '休日', text: flag('休日', '平日') },
};

/** The fields of the cleaning of a room. */
export const CLEANING_FIELDS: FieldTexts<'state' | 'remark'> = {
  state: { label: '清掃' },
  remark: { label: '備考' },
};

/** The fields of a guest's entry in the register; those that name the guest are told as they are. */
export const REGISTER_FIELDS: FieldTexts<
  | 'number'
  | 'name'
  | 'address'
  | 'contact'
  | 'occupation'
  | 'lives_abroad'
  | 'nationality'
  | 'passport_number'
  | 'passport_sha256'
> = {
  number: { label: '宿泊者', text: (value) => `${value}人目` },
  name: { label: '氏名' },
  address: { label: '住所' },
  contact: { label: '連絡先' },
  occupation: { label: '職業' },
  lives_abroad: { label: '日本国内に住所のない外国籍', text: flag('はい', 'いいえ') },
  nationality: { label: '国籍' },
  passport_number: { label: '旅券番号' },
  passport_sha256: { label: '旅券の写しのSHA-256' },
};

/** The fields of a guest's card. */
export const GUEST_CARD_FIELDS: FieldTexts<'bookings' | 'wishes'> = {
  bookings: { label: '予約' },
  wishes: { label: 'ご要望' },
};

/** The fields of a note for the next shift. */
export const NOTE_FIELDS: FieldTexts<'date' | 'text' | 'status'> = {
  date: { label: '日付', text: date },
  text: { label: '申し送り' },
  status: { label: '状態', text: oneOf({ open: '未完了', done: '完了', removed: '削除' }) },
};

/** The fields of a handover. */
export const HANDOVER_FIELDS: FieldTexts<'staff_id' | 'terminal' | 'up_to' | 'memo', HotelReference> = {
  staff_id: { label: '担当者', text: named((id, { staff }: HotelReference) => staff.get(id)?.name) },
  terminal: { label: '端末' },
  up_to: { label: '確認済みの記録番号', text: (value) => countText(Number(value)) },
  memo: { label: '引継ぎメモ' },
};

/** The fields of a closed day. */
export const DAY_CLOSE_FIELDS: FieldTexts<'float' | 'cash' | 'counted' | 'difference' | 'remark'> = {
  float: { label: '釣銭準備金', text: money },
  cash: { label: '現金の入出金', text: money },
  counted: { label: '実際の現金', text: money },
  difference: { label: '過不足', text: money },
  remark: { label: '過不足の理由' },
};

/** The fields of an invoice. */
export const INVOICE_FIELDS: FieldTexts<
  'amount' | 'due_day' | 'honorific' | 'remark' | 'stays' | 'paid' | 'reissues' | 'status' | 'replaced_by'
> = {
  amount: { label: '請求額', text: money },
  due_day: { label: '支払期限', text: date },
  honorific: { label: '敬称' },
  remark: { label: '備考' },
  stays: { label: '予約の件数' },
  paid: { label: '請求書の入金', text: money },
  reissues: { label: '再発行の回数' },
  status: { label: '状態' },
  replaced_by: { label: '差替後の番号' },
};

/** The fields of the hotel itself. */
export const HOTEL_FIELDS: FieldTexts<Exclude<keyof HotelProfile, 'version'>> = {
  name: { label: 'ホテル名' },
  short_name: { label: '略称' },
  address: { label: '住所' },
  phone: { label: '電話番号' },
  email: { label: 'メールアドレス' },
  registration_number: { label: '登録番号' },
  receipt_note: { label: '領収書の但し書き' },
  bank_account: { label: '請求書の振込先' },
  tax_rate: { label: '税率', text: (value) => `${value}%` },
  check_in_time: { label: 'チェックインの時刻' },
  check_out_time: { label: 'チェックアウトの時刻' },
  timezone: { label: 'タイムゾーン', text: (value) => String(value || '起動時の設定') },
  day_turns_at: { label: '日付が変わる時刻' },
  manages_cleaning: { label: '清掃の管理', text: flag('する', 'しない') },
  asks_occupation: { label: '職業の記入', text: flag('求める', '求めない') },
  shows_card_prices: { label: '宿泊カードの料金', text: flag('印刷する', '印刷しない') },
};

/** The fields of the first day of the hotel. */
export const SETUP_FIELDS: FieldTexts<'has_begun' | 'skipped' | 'old_figures' | 'opened_on'> = {
  has_begun: { label: '開業準備', text: flag('開始', '未開始') },
  skipped: { label: '後回しにしたステップ', text: each((step) => SETUP_STEP_TITLES[step as SetupStep]) },
  old_figures: { label: '旧システムの数字がある日数' },
  opened_on: { label: '開業日', text: date },
};

const inUse = { label: '使用状態', text: flag('使用停止', '使用中') };
const rate = (value: unknown): string => (value === 0 ? '不課税' : `${value}%`);
type MasterTexts<Managed> = FieldTexts<Exclude<keyof Managed & string, 'id' | 'version' | 'can_sign_in'>>;

/** The fields of master records. */
export const CORPORATE_FIELDS: MasterTexts<ManagedCorporate> = {
  corporate_short_name: { label: '法人名' },
  corporate_flag: { label: '法人フラグ', text: yesNo },
  is_retired: inUse,
};
export const PAYMENT_FIELDS: FieldTexts<'payment_name' | 'payment_kind' | 'is_retired'> = {
  payment_name: { label: '支払方法' },
  payment_kind: { label: '支払方法の種類' },
  is_retired: inUse,
};
export const BLACKLIST_FIELDS: MasterTexts<ManagedBlacklistEntry> = {
  guest_name: { label: '氏名' },
  tel: { label: '電話番号' },
  is_retired: { label: '登録状態', text: flag('解除', '登録中') },
};
export const PREPAID_WORD_FIELDS: MasterTexts<ManagedPrepaidWord> = {
  word: { label: '支払方法の言葉' },
  is_retired: inUse,
};
export const LODGING_TAX_FIELDS: FieldTexts<
  'name' | 'first_day' | 'is_included' | 'levies' | 'exemptions' | 'is_retired'
> = {
  name: { label: '名称' },
  first_day: { label: '開始日', text: date },
  is_included: { label: '料金に含む', text: yesNo },
  levies: { label: '税額', text: each(String) },
  exemptions: { label: '免除の理由', text: each(String) },
  is_retired: inUse,
};
export const CANCELLATION_RULE_FIELDS: MasterTexts<ManagedCancellationRule> = {
  name: { label: '名称' },
  booking_source: { label: '予約媒体', text: (value) => String(value || 'すべて') },
  occasion: { label: '場合' },
  days_from: { label: '何日前から' },
  days_to: { label: '何日前まで' },
  percent: { label: '料率', text: (value) => `${value}%` },
  minimum: { label: '最低額', text: money },
  tax_rate: { label: '税率', text: rate },
  is_retired: inUse,
};
export const CHARGE_ITEM_FIELDS: FieldTexts<'name' | 'charge_kind' | 'tax_rate' | 'is_retired'> = {
  name: { label: '内容' },
  charge_kind: { label: '明細の種類' },
  tax_rate: { label: '税率', text: rate },
  is_retired: inUse,
};
export const STAFF_FIELDS: MasterTexts<ManagedStaff> = {
  name: { label: '氏名' },
  role: { label: '役割', text: oneOf(ROLE_NAMES) },
  login_name: { label: 'ログイン名' },
  is_retired: inUse,
};

export const SERVICE_ACCOUNT_FIELDS: FieldTexts<'name' | 'scopes' | 'is_retired'> = {
  name: { label: '名称' },
  scopes: { label: '使える範囲', text: each(String) },
  is_retired: inUse,
};

/** The fields of the newest key of a service account. */
export const SERVICE_KEY_FIELDS: FieldTexts<'key' | 'key_digest' | 'former_until', InZone> = {
  key: { label: 'キーの先頭' },
  key_digest: { label: 'キーの指紋' },
  former_until: {
    label: '前のキーの期限',
    text: (value, { timezone }) => instantText(String(value), timezone),
  },
};

export const WEBHOOK_FIELDS: FieldTexts<'name' | 'url' | 'scopes' | 'is_retired'> = {
  name: { label: '名称' },
  url: { label: 'URL' },
  scopes: { label: '送る内容', text: each(String) },
  is_retired: inUse,
};

/** The fields of the newest secret of a webhook, which is not told. */
export const WEBHOOK_SECRET_FIELDS: FieldTexts<'secret_number' | 'former_until', InZone> = {
  secret_number: { label: 'シークレットの番号' },
  former_until: {
    label: '前のシークレットの期限',
    text: (value, { timezone }) => instantText(String(value), timezone),
  },
};

export const ICAL_ADDRESS_FIELDS: FieldTexts<'name' | 'room_number' | 'shows_names' | 'is_retired'> = {
  name: { label: '名称' },
  room_number: { label: '部屋番号' },
  shows_names: { label: '宿泊者名', text: flag('載せる', '載せない') },
  is_retired: inUse,
};

/** The fields of the secret address of a calendar. */
export const ICAL_SECRET_FIELDS: FieldTexts<'secret' | 'secret_digest'> = {
  secret: { label: 'アドレスの先頭' },
  secret_digest: { label: 'アドレスの指紋' },
};

/** The fields of a member of staff's way in. */
export const ACCESS_FIELDS: FieldTexts<
  'address' | 'until' | 'session_digest' | 'password_digest' | 'code_digest',
  InZone
> = {
  address: { label: '接続元' },
  until: { label: 'セッションの期限', text: (value, { timezone }) => instantText(String(value), timezone) },
  session_digest: { label: 'セッションの指紋' },
  password_digest: { label: 'パスワードの指紋' },
  code_digest: { label: 'ワンタイムコードの指紋' },
};
export const MAPPING_FIELDS: MasterTexts<RoomTypeMappingRecord & { is_retired: 0 | 1 }> = {
  room_type: { label: '部屋タイプ' },
  categories: { label: '部屋の区分', text: categories },
  is_retired: inUse,
};
