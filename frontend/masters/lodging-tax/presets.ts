import type { LodgingTaxRuleRecord } from '@wire/lodging-tax.js';

/** A usual rule to begin with; a hotel checks it against its ordinance. */
export type Preset = Pick<LodgingTaxRuleRecord, 'name' | 'levies'> & { first_day: string | null };

const levy = (name: string, ...brackets: [from: number, yen: number][]) => ({
  name,
  brackets: brackets.map(([from, yen]) => ({ from, yen, rate: null })),
});

/** Rules as they were published; `first_day` null where the tax is in force already. */
export const PRESETS: readonly Preset[] = [
  { name: '東京都', first_day: null, levies: [levy('東京都', [0, 0], [10_000, 100], [15_000, 200])] },
  {
    name: '京都市',
    first_day: '2026-03-01',
    levies: [levy('京都市', [0, 200], [6_000, 400], [20_000, 1_000], [50_000, 4_000], [100_000, 10_000])],
  },
  {
    name: '北海道',
    first_day: '2026-04-01',
    levies: [levy('北海道', [0, 100], [20_000, 200], [50_000, 500])],
  },
  {
    name: '福岡市',
    first_day: null,
    levies: [levy('福岡市', [0, 200], [20_000, 500])],
  },
  { name: '宮城県', first_day: '2026-01-13', levies: [levy('宮城県', [0, 0], [6_000, 300])] },
];
/** Grounds of exemption that most ordinances know. */
export const USUAL_EXEMPTIONS = ['修学旅行', '外国大使等'];
