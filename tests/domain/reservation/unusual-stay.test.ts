import { day } from '@domain/dates.js';
import { unusualReasons } from '@domain/reservation/save-rules.js';
import { expect, it } from '@jest/globals';
import { aCreate } from '../../support/builders.js';

const TODAY = day('2026-11-22');
const PAST = '宿泊期間が過去の日付です。';
const FREE = '合計料金が0円です。';

it.each([
  ['2026-11-23', 8000, []],
  ['2026-11-22', 8000, []],
  ['2026-11-21', 8000, [PAST]],
  ['2026-11-23', 0, [FREE]],
  ['2026-11-21', 0, [PAST, FREE]],
  ['2026-11-23', null, []],
])('a new stay that ends on %s for %s yen is asked about for %j', (stayEnd, totalFee, reasons) => {
  const { draft } = aCreate({ stayStart: day('2026-11-20'), stayEnd: day(stayEnd) });
  expect(unusualReasons({ ...draft, totalFee }, TODAY)).toEqual(reasons);
});
