/** What kinds of events have to do with. */
export type EventFamily = 'booking' | 'stay' | 'import' | 'day' | 'master' | 'erasure';

type FamilyEntry = { name: string; kinds: Readonly<Record<string, string>> };

/** Every kind of event in words, by what it has to do with. */
export const EVENT_FAMILIES: Readonly<Record<EventFamily, FamilyEntry>> = {
  booking: {
    name: '予約',
    kinds: {
      ReservationCreated: '予約登録',
      ReservationAmended: '予約変更',
      ReservationCancelled: '予約取消',
      ReservationReturnedToAutoFail: '自動登録失敗に戻し',
    },
  },
  stay: {
    name: '滞在と入金',
    kinds: {
      GuestCheckedIn: 'チェックイン',
      CheckInReverted: 'チェックインの取消',
      GuestCheckedOut: 'チェックアウト',
      CheckOutReverted: 'チェックアウトの取消',
      PaymentRecorded: '入金の記録',
    },
  },
  import: {
    name: '自動登録',
    kinds: {
      CsvReservationImported: '自動登録データの取込',
      AutoRegistrationFailed: '自動登録の失敗',
      CsvReservationRegistered: '自動登録データの登録',
      CsvReservationCancelled: '予約元での取消',
    },
  },
  day: { name: '日', kinds: { HolidayToggled: '休日の設定', WeatherSet: '天気の記録' } },
  master: {
    name: '設定',
    kinds: {
      RoomMonthDefined: '部屋の設定',
      CorporateDefined: '法人の設定',
      PaymentDefined: '支払方法の設定',
      BlacklistEntryDefined: 'ブラックリストの設定',
      StaffDefined: 'スタッフの設定',
      RoomTypeMappingDefined: '部屋タイプの対応付け',
    },
  },
  erasure: { name: '個人情報', kinds: { PersonalDataErased: '個人情報の削除' } },
};

const FAMILIES = Object.entries(EVENT_FAMILIES) as [EventFamily, FamilyEntry][];

/** What an event has to do with. */
export function familyOf(type: string): EventFamily {
  return FAMILIES.find(([, { kinds }]) => type in kinds)?.[0] ?? 'master';
}

/** An event's kind in words. */
export function kindText(type: string): string {
  return EVENT_FAMILIES[familyOf(type)].kinds[type] ?? type;
}
