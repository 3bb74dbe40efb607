import type { ReportFigures } from '@wire/report.js';
import {
  countFigure,
  daysText,
  type Figure,
  type FigureText,
  percentText,
  yenFigure,
  yenTick,
} from './report-texts.js';

/** One of the figures that are reported. */
export type FigureSpec<Field extends keyof ReportFigures = keyof ReportFigures> = {
  name: string;
  /** Explanation in words. */
  note: string;
  of: (figures: Record<Field, Figure>) => Figure;
  text: FigureText;
  /** Formats a value of the axis. */
  tick: (value: number) => string;
};

/** Formats of a kind of figure, in text and on an axis. */
const COUNT = { text: countFigure, tick: countFigure };
const SHARE = { text: percentText, tick: (share: number) => `${Number((share * 100).toFixed(1))}%` };
const YEN = { text: yenFigure, tick: yenTick };
const DAYS = { text: daysText, tick: (days: number) => `${days}日` };

const figure = <Field extends keyof ReportFigures>(
  field: Field,
  kind: Pick<FigureSpec, 'text' | 'tick'>,
  name: string,
  note: string,
): FigureSpec<Field> => ({ name, note, of: (figures) => figures[field], ...kind });

const ROOMS = figure('rooms', COUNT, '販売可能', '販売可能な部屋の延べ数');
const NIGHTS = figure('nights', COUNT, '販売室数', '予約のある部屋の延べ数（取消を除く）');
export const OCCUPANCY = figure(
  'occupancy',
  SHARE,
  '稼働率',
  '販売室数 ÷ 販売可能室数（販売対象外の部屋を除く）',
);
export const REVENUE = figure(
  'revenue',
  YEN,
  '売上',
  '合計料金を泊数で割り、端数は最初の泊から1円ずつ足したもの。早期出発で差し引いた料金、取消、キャンセル料をいただくノーショーを除く',
);
const ADR = figure('adr', YEN, 'ADR', '平均客室単価: 売上 ÷ 販売室数');
const REVPAR = figure('revpar', YEN, 'RevPAR', '販売可能室あたり売上: 売上 ÷ 販売可能室数');
export const ARRIVALS = figure(
  'arrivals',
  COUNT,
  '到着',
  'この期間に始まる予約の件数（取消・ノーショーを除く）',
);
const CANCELLED = figure('cancelled', COUNT, '取消', 'この期間に始まる予約のうち取り消された件数');
const CANCELLATION_FEES = figure(
  'cancellation_fees',
  YEN,
  'キャンセル料',
  'この期間に始まる予約の、取消・ノーショー・早期出発のキャンセル料。売上には含まない',
);
const CANCELLATION = figure('cancellation', SHARE, '取消率', 'この期間に始まる予約のうち取り消されたもの');
const NOTICE = figure(
  'notice',
  DAYS,
  'リードタイム',
  '予約を受けた日から宿泊開始日までの日数の平均（取消・ノーショーを除く）',
);

/** A figure of the period that is compared; null where nothing is known of it, as before the hotel's records begin. */
export function formerFigure(
  { of }: Pick<FigureSpec, 'of'>,
  former: ReportFigures | null | undefined,
): Figure {
  return former && former.rooms > 0 && former.nights + former.arrivals > 0 ? of(former) : null;
}

/** Returns how much more (`+¥1,000`) or less (`−1.5pt`) it is; empty when that can't be said, or is nothing. */
export function differenceText({ text }: FigureSpec, now: Figure, former: Figure): string {
  if (now === null || former === null || text(now) === text(former)) return '';
  return `${now < former ? '−' : '+'}${text(Math.abs(now - former)).replace('%', 'pt')}`;
}

/** Figures of the tiles, in their order. */
export const TILES = [OCCUPANCY, REVENUE, ADR, REVPAR, NIGHTS, ARRIVALS, CANCELLATION, NOTICE] as const;
/** Figures that have a chart over time. */
export const CHARTED = [OCCUPANCY, REVENUE, ADR, REVPAR, CANCELLATION, NOTICE] as const;
/** The columns of tables: of sales, and of sales and the stays that begin. */
export const SALES_COLUMNS = [ROOMS, NIGHTS, OCCUPANCY, REVENUE, ADR, REVPAR] as const;
export const ALL_COLUMNS = [
  ...SALES_COLUMNS,
  ARRIVALS,
  CANCELLED,
  CANCELLATION_FEES,
  CANCELLATION,
  NOTICE,
] as const;
/** Figures that tables compare with a former period. */
export const COMPARED_COLUMNS = [OCCUPANCY, REVENUE] as const;
