import type { Figure } from '../report-texts.js';

/** One bar of a chart and what it is held against. What lies ahead is only booked so far. */
export type ChartBar = { name: string; tick: string; value: Figure; before: Figure; isAhead: boolean };
