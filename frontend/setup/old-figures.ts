import { type Day, parseDay } from '@domain/dates.js';
import type { OldFigure } from '@domain/setup/setup.js';
import { halfWidth, type TextFault } from '@domain/typed-text.js';
import { parseDateText } from '../shared/ui/date-text.js';

const MOST = 9_999;
const ROOMS_NAME = /部屋数|室数|客室|総室|在庫/;
const NIGHTS_NAME = /泊|予約|稼働|利用|販売/;

/** A number as it is typed or as reports have it, `1,117室`; null when there is none, undefined when it is unreadable. */
export function figureOf(text: string): number | null | undefined {
  const typed = halfWidth(text)
    .replaceAll(',', '')
    .replace(/(室|泊|件)$/, '');
  if (typed === '' || typed === '-') return null;
  return /^\d{1,4}$/.test(typed) && Number(typed) <= MOST ? Number(typed) : undefined;
}

function dateOf(cell: string, today: Day): Day | null {
  const typed = halfWidth(cell)
    .replace(/\(.\)$|[月火水木金土日]曜日?$/, '')
    .trim();
  return parseDay(typed) ?? (/\d/.test(typed) ? parseDateText(typed, today) : null);
}

/**
 * Reads a report of the old system, a day a line: the date, then rooms and booked nights, or only the nights. A
 * heading says which column is which.
 */
export function readOldFigures(text: string, today: Day): { figures: OldFigure[]; faults: TextFault[] } {
  const faults: TextFault[] = [];
  const figures = new Map<Day, OldFigure>();
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((row, index) => ({
      line: index + 1,
      cells: row.split(row.includes('\t') ? '\t' : /,|、| +/).map((cell) => cell.trim()),
    }))
    .filter(({ cells }) => cells.some(Boolean));
  const [first] = rows;
  const hasHeading =
    first !== undefined &&
    dateOf(first.cells[0] ?? '', today) === null &&
    !first.cells.some((cell) => /^\d+$/.test(halfWidth(cell)));
  const named = (name: RegExp) => (hasHeading ? first.cells.findIndex((cell) => name.test(cell)) : -1);
  const columns = { rooms: named(ROOMS_NAME), nights: named(NIGHTS_NAME) };
  for (const { line, cells } of hasHeading ? rows.slice(1) : rows) {
    const date = dateOf(cells[0] ?? '', today);
    if (date === null) {
      faults.push({ line, message: `${line}行目の1列目: 「${cells[0]}」が日付として読み取れません。` });
      continue;
    }
    const filled = cells.findLastIndex(Boolean);
    const at = columns.nights > 0 ? columns : { rooms: filled >= 2 ? 1 : -1, nights: filled >= 2 ? 2 : 1 };
    const numberAt = (column: number): number | null => {
      const value = figureOf(column > 0 ? (cells[column] ?? '') : '');
      if (value !== undefined) return value;
      faults.push({
        line,
        message: `${line}行目の${column + 1}列目: 「${cells[column]}」が数字として読み取れません。`,
      });
      return null;
    };
    if (figures.has(date)) faults.push({ line, message: `${line}行目: ${date}は2回あります。` });
    figures.set(date, { date, rooms: numberAt(at.rooms), nights: numberAt(at.nights) });
  }
  return { figures: faults.length > 0 ? [] : [...figures.values()], faults };
}
