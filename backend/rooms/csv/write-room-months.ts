import { monthText } from '@domain/calendar/stay-text.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { stringify } from 'csv-stringify/sync';
import { COLUMN_NAMES, COLUMNS, flagText } from './columns.js';

/** Room-months for a spreadsheet: UTF-8 with BOM, nothing in it is a formula. */
export function writeRoomMonths(rooms: readonly RoomMonth[]): string {
  const rows = rooms.map((room) => {
    const record = {
      ...encodeRoomMonth(room),
      month: monthText(room.month),
      corporate: flagText(room.corporate),
    };
    return COLUMN_NAMES.map((name) => record[name]);
  });
  return stringify([COLUMN_NAMES.map((name) => COLUMNS[name]), ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
