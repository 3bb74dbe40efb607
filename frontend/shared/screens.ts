import type { Permission } from '@domain/masters/staff-role.js';

type Row = {
  path: string;
  /** In the top bar, as the screen's heading and in the browser's tab. */
  title: string;
  /** Its entry of the key table, and the keys. */
  key: string;
  chord: string;
  /** The permission that opening it requires; none for most. */
  permission?: Permission;
};

/** Every screen (spec 2), in the order of the top bar: what a clerk opens most often in a day stands first. */
export const SCREENS = {
  registration: {
    path: '/reservation-registration',
    title: '予約登録',
    key: 'openRegistration',
    chord: 'Alt+KeyO',
  },
  frontDesk: { path: '/front-desk', title: 'フロント', key: 'openFrontDesk', chord: 'F4' },
  autoRegistration: {
    path: '/auto-registration',
    title: '自動登録',
    key: 'openAutoRegistration',
    chord: 'Alt+KeyA',
  },
  handover: { path: '/handover', title: '引継ぎ', key: 'openHandover', chord: 'F8' },
  cleaning: { path: '/cleaning', title: '清掃', key: 'openCleaning', chord: 'Alt+Shift+KeyC' },
  list: { path: '/reservation-status', title: '予約一覧', key: 'openList', chord: 'Alt+KeyL' },
  reports: { path: '/reports', title: 'レポート', key: 'openReports', chord: 'F9' },
  audit: { path: '/audit', title: '監査', key: 'openAudit', chord: 'Alt+KeyQ', permission: 'audit' },
  masters: { path: '/masters', title: 'マスタ', key: 'openMasters', chord: 'Alt+KeyM', permission: 'manage' },
} as const satisfies Record<string, Row>;

/** The first day of the hotel: no screen of the top bar, since a hotel has only one. */
export const SETUP_SCREEN = { path: '/setup', title: '開業準備' } as const;

/** The screen that moves in the bookings of another system: reached from the hotel's first steps and from マスタ. */
export const MOVE_IN_SCREEN = { path: '/move-in', title: 'データ移行', permission: 'manage' } as const;

/** The name of a screen in the table. */
export type ScreenName = keyof typeof SCREENS;

/** The name of the key table's entry for a screen. */
export type ScreenKey = (typeof SCREENS)[ScreenName]['key'];

/** A screen of the table. */
export type Screen = Row & { key: ScreenKey };

/** The frame of a screen: of one in the table, or of another one. */
export type FramedScreen = Pick<Row, 'path' | 'title' | 'permission'>;

/** Returns the address of a booking in the form. */
export const bookingAddress = (id: number): string => `${SCREENS.registration.path}/${id}`;

/** Returns the address of an imported record in the form (contract 7). */
export const recordAddress = (id: number): string => `${bookingAddress(id)}?type=csvReservation`;

/** Returns the address of the guests of a day. */
export const deskAddress = (date: string): string => `${SCREENS.frontDesk.path}?date=${date}`;

/** Returns the address of a booking's events. */
export const bookingLogAddress = (id: number): string => `${SCREENS.audit.path}?booking_id=${id}`;

/** The name of the bar's links to the screens. */
export const SCREENS_NAME = '画面';
