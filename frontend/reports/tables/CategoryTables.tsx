import { salesRates } from '@domain/reports/figures.js';
import { type Report, reportCategoryName } from '@wire/report.js';
import { countText, percentText, sliceText, yenFigure } from '../report-texts.js';
import { FigureTable } from './FigureTable.js';

const COLUMNS = ['販売可能', '販売室数', '稼働率', '売上', 'ADR', 'RevPAR'];

/** The whole period by category, and the occupancy of each category over time. */
export function CategoryTables({ report }: { report: Report }) {
  const { categories, total, slices, by } = report;
  const cells = (sales: Report['categories'][number] | Report['total']) => [
    countText(sales.rooms),
    countText(sales.nights),
    percentText(sales.occupancy),
    yenFigure(sales.revenue),
    yenFigure(sales.adr),
    yenFigure(sales.revpar),
  ];
  return (
    <>
      <FigureTable
        caption="カテゴリ別の数値"
        head="カテゴリ"
        columns={COLUMNS}
        rows={categories.map((sales) => ({
          key: sales.category,
          head: reportCategoryName(sales.category),
          cells: cells(sales),
        }))}
        total={cells(total)}
      />
      <FigureTable
        caption="期間ごと・カテゴリ別の稼働率"
        head="期間"
        columns={categories.map(({ category }) => reportCategoryName(category))}
        rows={slices.map((slice) => ({
          key: slice.first,
          head: sliceText(slice, by),
          cells: categories.map(({ category }) => {
            const sales = slice.categories[category];
            return percentText(sales ? salesRates(sales).occupancy : null);
          }),
        }))}
        total={categories.map(({ occupancy }) => percentText(occupancy))}
      />
    </>
  );
}
