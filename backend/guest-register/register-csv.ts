import type { RegisterRow } from '@wire/guest-register.js';
import { csvText } from '../platform/csv.js';

type Column = readonly [heading: string, cell: (row: RegisterRow) => string | number];

const COLUMNS: readonly Column[] = [
  ['到着日', ({ arrival }) => arrival],
  ['出発日', ({ departure }) => departure],
  ['部屋', ({ room_number }) => room_number],
  ['氏名', ({ name }) => name],
  ['住所', ({ address }) => address],
  ['連絡先', ({ contact }) => contact],
  ['国籍', ({ nationality }) => nationality],
  ['旅券番号', ({ passport_number }) => passport_number],
  ['旅券の写し', ({ has_passport }) => (has_passport ? 'あり' : '')],
  ['不足', ({ missing }) => missing.join('・')],
];
const OCCUPATION: Column = ['職業', ({ occupation }) => occupation];

/** The list of a period for spreadsheets, formulas escaped; with 職業 where the hotel asks for it. */
export function registerCsv(rows: readonly RegisterRow[], hasOccupation: boolean): string {
  const columns = hasOccupation ? [...COLUMNS, OCCUPATION] : COLUMNS;
  return csvText(
    columns.map(([heading]) => heading),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}
