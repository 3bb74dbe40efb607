import type { Day, Month } from '@domain/dates.js';
import { type OldFigure, SETUP_STEPS, type SetupStep, type StepState } from '@domain/setup/setup.js';
import { z } from 'zod';
import { choice, dayField, flag, wholeNumber } from './fields.js';

/** Progress of the hotel with its first day. */
export type SetupRecord = {
  is_preparing: 0 | 1;
  /** Null until it is open, and in a hotel that never set up. */
  opened_on: Day | null;
  steps: { step: SetupStep; state: StepState }[];
  /** The first step that is neither done nor skipped. */
  next: SetupStep | null;
  rooms: number;
  /** The last month with rooms. */
  rooms_until: Month | null;
  payments: number;
  corporates: number;
  staff: number;
  bookings: number;
};

/** A day of the comparison: rooms that can be booked and booked nights, here and in the old system. */
export type ComparedDay = {
  date: Day;
  rooms: number;
  nights: number;
  old_rooms: number | null;
  old_nights: number | null;
};

/** Number of days of the comparison, from today on. */
export const COMPARED_DAYS = 60;

/** Body of `PUT /api/setup/skipped`: skips a step, or takes it up again. */
export const skipStepShape = { step: choice('ステップ', SETUP_STEPS), is_skipped: flag('後回し') };

const WRONG_FIGURES = '旧システムの数字の指定が正しくありません。';
const figure = (label: string) => wholeNumber(label, 0, 9_999).nullable();

/** Body of `PUT /api/setup/old-figures`: all that the old system says, day by day. */
export const oldFiguresShape = {
  figures: z
    .array(
      z.strictObject(
        { date: dayField('日付'), rooms: figure('部屋数'), nights: figure('予約の泊数') },
        { error: WRONG_FIGURES },
      ),
      { error: WRONG_FIGURES },
    )
    .max(400, { error: WRONG_FIGURES })
    .refine((figures) => new Set(figures.map(({ date }) => date)).size === figures.length, {
      error: '同じ日付が2回あります。',
    })
    .transform((figures): OldFigure[] => [...figures].sort((a, b) => (a.date < b.date ? -1 : 1))),
};
