import type { ShownReport } from '../reports.js';
import { countText, daysText, leadText, percentText } from '../report-texts.js';
import { FigureTable } from './FigureTable.js';

type LeadTableProps = { shown: ShownReport; beforeName: string | null };

/** How early bookings were made. */
export function LeadTable({ shown: { report, before }, beforeName }: LeadTableProps) {
  const { leads, total } = report;
  const compared = beforeName !== null && before;
  return (
    <>
      <FigureTable
        caption="リードタイムの分布"
        head="予約を受けた日"
        columns={['件数', '構成比', ...(compared ? [`${beforeName} 件数`] : [])]}
        rows={leads.map((band, index) => ({
          key: String(band.from),
          head: leadText(band),
          cells: [
            countText(band.stays),
            percentText(total.arrivals === 0 ? null : band.stays / total.arrivals),
            countText(before?.leads[index]?.stays ?? null),
          ],
        }))}
        total={[
          countText(total.arrivals),
          percentText(total.arrivals === 0 ? null : 1),
          countText(before?.total.arrivals ?? null),
        ]}
      />
      <p className="figure-note">
        平均 {daysText(total.notice)}、中央値 {daysText(total.median_lead)}
      </p>
    </>
  );
}
