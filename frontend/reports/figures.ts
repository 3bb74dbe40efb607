import type { ReportFigures } from '@wire/report.js';
import {
  countText,
  daysText,
  type Figure,
  type FigureText,
  percentText,
  yenFigure,
  yenTick,
} from './report-texts.js';

/** One of the figures that are reported. */
export type FigureSpec = {
  name: string;
  /** What it is, in words. */
  note: string;
  of: (figures: ReportFigures) => Figure;
  text: FigureText;
  /** How it stands on an axis. */
  tick: (value: number) => string;
};

const percentTick = (share: number) => `${Number((share * 100).toFixed(1))}%`;

export const OCCUPANCY: FigureSpec = {
  name: '稼働率',
  note: '販売室数 ÷ 販売可能室数（販売対象外の部屋を除く）',
  of: ({ occupancy }) => occupancy,
  text: percentText,
  tick: percentTick,
};

export const REVENUE: FigureSpec = {
  name: '売上',
  note: '合計料金を泊数で割り、端数は最初の泊から1円ずつ足したもの。取消を除く',
  of: ({ revenue }) => revenue,
  text: yenFigure,
  tick: yenTick,
};

export const ADR: FigureSpec = {
  name: 'ADR',
  note: '平均客室単価: 売上 ÷ 販売室数',
  of: ({ adr }) => adr,
  text: yenFigure,
  tick: yenTick,
};

export const REVPAR: FigureSpec = {
  name: 'RevPAR',
  note: '販売可能室あたり売上: 売上 ÷ 販売可能室数',
  of: ({ revpar }) => revpar,
  text: yenFigure,
  tick: yenTick,
};

export const CANCELLATION: FigureSpec = {
  name: '取消率',
  note: 'この期間に始まる予約のうち取り消されたもの',
  of: ({ cancellation }) => cancellation,
  text: percentText,
  tick: percentTick,
};

export const NOTICE: FigureSpec = {
  name: 'リードタイム',
  note: '予約を受けた日から宿泊開始日までの日数の平均（取消を除く）',
  of: ({ notice }) => notice,
  text: daysText,
  tick: (days) => `${days}日`,
};

export const NIGHTS: FigureSpec = {
  name: '販売室数',
  note: '予約のある部屋の延べ数（取消を除く）',
  of: ({ nights }) => nights,
  text: countText,
  tick: countText,
};

export const ARRIVALS: FigureSpec = {
  name: '到着',
  note: 'この期間に始まる予約の件数（取消を除く）',
  of: ({ arrivals }) => arrivals,
  text: countText,
  tick: countText,
};

/** What the tiles show, in their order. */
export const TILES: readonly FigureSpec[] = [
  OCCUPANCY,
  REVENUE,
  ADR,
  REVPAR,
  NIGHTS,
  ARRIVALS,
  CANCELLATION,
  NOTICE,
];
/** What there is a chart for over time. */
export const CHARTED: readonly FigureSpec[] = [OCCUPANCY, REVENUE, ADR, REVPAR, CANCELLATION, NOTICE];
