import type { WeatherDayEvent } from '@domain/calendar/weather-day.js';
import type { HandoverEvent, HandoverNoteEvent } from '@domain/handover/handover.js';
import type { CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import type { HotelEvent } from '@domain/masters/hotel.js';
import type {
  BlacklistEvent,
  CorporateEvent,
  PaymentEvent,
  RoomTypeMappingEvent,
  StaffEvent,
} from '@domain/masters/masters.js';
import type { StaffAccessEvent } from '@domain/masters/staff-access.js';
import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { RoomMonthEvent } from '@domain/room/room-month.js';
import type { SetupEvent } from '@domain/setup/setup.js';

/** All event types. */
export type EventType = (
  | ReservationEvent
  | CsvReservationEvent
  | WeatherDayEvent
  | RoomMonthEvent
  | HotelEvent
  | SetupEvent
  | CorporateEvent
  | PaymentEvent
  | BlacklistEvent
  | StaffEvent
  | StaffAccessEvent
  | RoomTypeMappingEvent
  | HandoverNoteEvent
  | HandoverEvent
)['type'];

/** Labels of the event types, in the order of the filter. */
export const EVENT_LABELS: Readonly<Record<EventType, string>> = {
  ReservationCreated: '予約登録',
  ReservationAmended: '予約変更',
  ReservationMovedIn: '旧システムからの引越し',
  PartyJoined: '同じご一行に追加',
  ReservationCancelled: '予約取消',
  ReservationReturnedToAutoFail: '自動登録失敗に戻し',
  ReservationReinstated: '取消した予約の復活',
  GuestCheckedIn: 'チェックイン',
  CheckInReverted: 'チェックインの取消',
  GuestCheckedOut: 'チェックアウト',
  CheckOutReverted: 'チェックアウトの取消',
  GuestNoShow: 'ノーショー',
  NoShowReverted: 'ノーショーの取消',
  PaymentRecorded: '入金の記録',
  ReceiptIssued: '領収書の発行',
  ReceiptReissued: '領収書の再発行',
  PersonalDataErased: '個人情報の削除',
  CsvReservationImported: '自動登録データの取込',
  AutoRegistrationFailed: '自動登録の失敗',
  CsvReservationRegistered: '自動登録データの登録',
  CsvReservationCancelled: '予約元での取消',
  CsvReservationDismissed: '自動登録データの対応済み',
  CsvReservationReopened: '自動登録データを未対応に戻し',
  HolidayToggled: '休日の設定',
  WeatherSet: '天気の記録',
  HandoverNoteWritten: '申し送りの登録',
  HandoverNoteChanged: '申し送りの変更',
  HandoverNoteDone: '申し送りの完了',
  HandoverNoteReopened: '申し送りを未完了に戻し',
  HandoverNoteRemoved: '申し送りの削除',
  ShiftHandedOver: '引継ぎの確定',
  HotelDefined: 'ホテルの設定',
  SetupBegun: '開業準備の開始',
  SetupStepSkipped: '開業準備の後回し',
  SetupStepResumed: '開業準備の後回しの取消',
  OldFiguresEntered: '旧システムの数字の入力',
  HotelOpened: '開業',
  RoomMonthDefined: '部屋の設定',
  CorporateDefined: '法人の設定',
  CorporateRetired: '法人の使用停止',
  PaymentDefined: '支払方法の設定',
  PaymentRetired: '支払方法の使用停止',
  BlacklistEntryDefined: 'ブラックリストの設定',
  BlacklistEntryRetired: 'ブラックリストの解除',
  StaffDefined: 'スタッフの設定',
  StaffRetired: 'スタッフの使用停止',
  StaffCredentialChanged: 'パスワード・コードの変更',
  SessionOpened: 'ログイン',
  RoomTypeMappingDefined: '部屋タイプの対応付け',
  RoomTypeMappingRetired: '部屋タイプの対応付けの解除',
};

/** Whether a text is an event type. */
export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_LABELS, text);
}
