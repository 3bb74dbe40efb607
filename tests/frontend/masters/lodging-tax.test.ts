import { day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import { decodeLodgingTaxRule, lodgingTaxRuleShape } from '@wire/lodging-tax.js';
import { z } from 'zod';
import { pricesText, readPrice, readTax, taxText } from '#frontend/masters/lodging-tax/lodging-tax.js';
import { PRESETS, USUAL_EXEMPTIONS } from '#frontend/masters/lodging-tax/presets.js';

/** Returns the tax of a usual rule for one person and night at these prices without tax. */
const PUBLISHED: Record<string, [price: number, yen: number][]> = {
  東京都: [
    [9_999, 0],
    [10_000, 100],
    [14_999, 100],
    [15_000, 200],
  ],
  京都市: [
    [5_999, 200],
    [6_000, 400],
    [19_999, 400],
    [20_000, 1_000],
    [50_000, 4_000],
    [99_999, 4_000],
    [100_000, 10_000],
  ],
  北海道: [
    [0, 100],
    [19_999, 100],
    [20_000, 200],
    [49_999, 200],
    [50_000, 500],
  ],
  福岡市: [
    [19_999, 200],
    [20_000, 500],
  ],
  宮城県: [
    [5_999, 0],
    [6_000, 300],
  ],
};

describe('usual rules', () => {
  it.each(PRESETS.map((preset) => [preset.name, preset] as const))(
    '%s is what was published, and can be saved',
    (name, preset) => {
      const body = {
        ...preset,
        first_day: preset.first_day ?? day('2026-11-28'),
        is_included: 0,
        exemptions: USUAL_EXEMPTIONS,
      };
      const { levies } = decodeLodgingTaxRule(z.strictObject(lodgingTaxRuleShape).parse(body));
      for (const [price, yen] of PUBLISHED[name] ?? []) {
        const taken = levies.map(({ brackets }) => brackets.findLast(({ from }) => from <= price)?.yen ?? 0);
        expect([price, taken.reduce((sum, one) => sum + one, 0)]).toEqual([price, yen]);
      }
      expect(PUBLISHED[name]).toBeDefined();
    },
  );
});

it.each<[string, unknown]>([
  ['400', { yen: 400 }],
  ['４００円', { yen: 400 }],
  ['1,000 円', { yen: 1_000 }],
  ['3%', { rate: 300 }],
  ['２．５％', { rate: 250 }],
  ['', { yen: null }],
  ['四百円', { yen: '四百円' }],
  ['%', { rate: null }],
])('a tax that is typed as %p is %p', (text, tax) => {
  expect(readTax(text)).toEqual(tax);
});

it('prices and taxes are told in words, and read as they are told', () => {
  expect([
    pricesText(0, null),
    pricesText(0, 6_000),
    pricesText(6_000, 20_000),
    pricesText(20_000, null),
  ]).toEqual([...['すべて', '¥6,000 未満', '¥6,000 以上 ¥20,000 未満', '¥20,000 以上']]);
  expect([readPrice('￥20,000'), readPrice('x'), readPrice('')]).toEqual([20_000, 'x', '']);
  for (const bracket of [
    { yen: 1_000, rate: null },
    { yen: null, rate: 250 },
  ])
    expect({ yen: null, rate: null, ...readTax(taxText(bracket)) }).toEqual(bracket);
});
