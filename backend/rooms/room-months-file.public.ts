import { monthText } from '@domain/calendar/stay-text.js';
import { keysOf } from '@domain/records.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { csvText } from '../platform/csv.js';

/** Columns of a room-months file in order, by wire field. */
export const COLUMNS = {
  room_number: '部屋番号',
  month: '年月',
  room_type: '部屋タイプ',
  room_label: '表示名',
  priority: '性別の優先',
  smoking_status: '喫煙区分',
  reservable_status: '予約の可否',
  corporate: '法人専用',
} as const;

/** The column of the place that staff gave a room among all, empty where its number tells it; files without it keep the places. */
export const POSITION = '表示順';

export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = keysOf(COLUMNS);

/** A flag is a word, which spreadsheets do not turn into a number. */
export const YES = 'はい';
export const NO = 'いいえ';

/** Writes room-months for spreadsheets: UTF-8 with BOM, formulas escaped. */
export function writeRoomMonths(rooms: readonly RoomMonth[]): string {
  const rows = rooms.map((room) => {
    const record = {
      ...encodeRoomMonth(room),
      month: monthText(room.month),
      corporate: room.corporate === 1 ? YES : NO,
    };
    return [...COLUMN_NAMES.map((name) => record[name]), room.position];
  });
  return csvText([...COLUMN_NAMES.map((name) => COLUMNS[name]), POSITION], rows);
}
