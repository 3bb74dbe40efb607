import type { Day } from '@domain/dates.js';
import { reportCategoryName } from '@wire/report.js';
import { memo } from 'react';
import { CHARTED, type FigureSpec, formerFigure, OCCUPANCY } from '../figures.js';
import { countFigure, leadText, sliceText, sliceTick } from '../report-texts.js';
import type { ShownReport } from '../reports.atoms.js';
import type { ChartBar } from './ChartFrame.js';
import { ShareChart } from './ShareChart.js';
import { SliceChart } from './SliceChart.js';

type ReportChartsProps = { shown: ShownReport; today: Day; beforeName: string | null };

function overTime(spec: FigureSpec, { report, before }: ShownReport, today: Day): ChartBar[] {
  return report.slices.map((slice, index) => ({
    name: sliceText(slice, report.by),
    tick: sliceTick(slice, report.by),
    value: spec.of(slice),
    before: formerFigure(spec, before?.slices[index]),
    isAhead: slice.last > today,
  }));
}

function byCategory({ report, before }: ShownReport): ChartBar[] {
  return report.categories.map(({ category, occupancy }) => ({
    name: reportCategoryName(category),
    value: occupancy,
    before: before?.categories.find((other) => other.category === category)?.occupancy ?? null,
  }));
}

function bySource({ report, before }: ShownReport): ChartBar[] {
  return report.sources.map(({ source, occupancy }) => ({
    name: source,
    value: occupancy,
    before: before?.sources.find((other) => other.source === source)?.occupancy ?? null,
  }));
}

function byLead({ report, before }: ShownReport): ChartBar[] {
  return report.leads.map((band, index) => ({
    name: leadText(band),
    value: band.stays,
    before: before?.leads[index]?.stays ?? null,
  }));
}

/** All figures drawn: over time, by category, by source, and how early bookings were made. */
export const ReportCharts = memo(function ReportCharts({ shown, today, beforeName }: ReportChartsProps) {
  const shares = { text: OCCUPANCY.text, tick: OCCUPANCY.tick, beforeName };
  return (
    <div className="report-charts">
      {CHARTED.map((spec) => (
        <section key={spec.name}>
          <h2 data-tooltip={spec.note}>{spec.name}</h2>
          <SliceChart
            label={`${spec.name}のグラフ`}
            bars={overTime(spec, shown, today)}
            text={spec.text}
            tick={spec.tick}
            beforeName={beforeName}
          />
        </section>
      ))}
      <section>
        <h2>カテゴリ別の稼働率</h2>
        <ShareChart label="カテゴリ別の稼働率のグラフ" bars={byCategory(shown)} {...shares} />
      </section>
      <section>
        <h2 data-tooltip="販売可能室数のうち各媒体で売れた割合。合わせると全体の稼働率">
          予約媒体別の稼働率
        </h2>
        <ShareChart label="予約媒体別の稼働率のグラフ" bars={bySource(shown)} {...shares} />
      </section>
      <section>
        <h2>リードタイムの分布</h2>
        <ShareChart
          label="リードタイムの分布のグラフ"
          bars={byLead(shown)}
          text={(stays) => `${countFigure(stays)}件`}
          tick={countFigure}
          beforeName={beforeName}
        />
      </section>
    </div>
  );
});
