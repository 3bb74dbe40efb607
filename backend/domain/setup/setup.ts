import { type BrokenRule, conflict, type Decided, decided, refused } from '../broken-rule.js';
import type { Day } from '../dates.js';
import { recordOf } from '../records.js';

/** The first day of a hotel, step by step. */
export const SETUP_STEPS = ['hotel', 'rooms', 'masters', 'bookings', 'confirmation'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Figures of the old system for a day: rooms and booked nights; null where it says nothing. */
export type OldFigure = { date: Day; rooms: number | null; nights: number | null };

/** Progress of a hotel with its first day: skipped steps, figures of the old system, and since when it is open. */
export type Setup = {
  id: number;
  version: number;
  hasBegun: boolean;
  skipped: SetupStep[];
  oldFigures: OldFigure[];
  openedOn: Day | null;
};

export type SetupEvent =
  | { type: 'SetupBegun'; data: Record<string, never> }
  | { type: 'SetupStepSkipped'; data: { step: SetupStep } }
  | { type: 'SetupStepResumed'; data: { step: SetupStep } }
  | { type: 'OldFiguresEntered'; data: { figures: OldFigure[] } }
  | { type: 'HotelOpened'; data: { date: Day } };

export type SetupCommand =
  | { type: 'begin'; hasBookings: boolean }
  | { type: 'skip'; step: SetupStep; isSkipped: boolean }
  | { type: 'enter-figures'; figures: OldFigure[] }
  | { type: 'open'; today: Day; rooms: number };

/** Ways of paying that most hotels have. */
export const USUAL_PAYMENTS = [
  '現金',
  'クレジットカード',
  '電子マネー',
  'QRコード決済',
  '事前決済',
  '請求書払い',
] as const;

/** The key of the setup's stream: there is one. */
export const SETUP_KEY = 1;

/** The setup after an event. */
export function evolveSetup(state: Setup | null, event: SetupEvent, id: number): Setup {
  const before: Setup = state ?? {
    id,
    version: 0,
    hasBegun: false,
    skipped: [],
    oldFigures: [],
    openedOn: null,
  };
  const next = { ...before, version: before.version + 1 };
  switch (event.type) {
    case 'SetupBegun':
      return { ...next, hasBegun: true };
    case 'SetupStepSkipped':
      return { ...next, skipped: [...before.skipped, event.data.step] };
    case 'SetupStepResumed':
      return { ...next, skipped: before.skipped.filter((step) => step !== event.data.step) };
    case 'OldFiguresEntered':
      return { ...next, oldFigures: event.data.figures };
    case 'HotelOpened':
      return { ...next, openedOn: event.data.date };
    default:
      return event satisfies never;
  }
}

const NO_ROOMS: BrokenRule = conflict(
  'no_rooms',
  null,
  '部屋がまだ1室もありません。部屋を登録してから開業してください。',
);

/** Decides a step of the setup; null when nothing changes. A hotel that has bookings already does not begin anew. */
export function decideSetup(command: SetupCommand, state: Setup | null): Decided<SetupEvent | null> {
  switch (command.type) {
    case 'begin': {
      const isInUse = state === null && command.hasBookings;
      return decided(isInUse || state?.hasBegun || state?.openedOn ? null : { type: 'SetupBegun', data: {} });
    }
    case 'skip': {
      const { step, isSkipped } = command;
      if ((state?.skipped.includes(step) ?? false) === isSkipped) return decided(null);
      return decided({ type: isSkipped ? 'SetupStepSkipped' : 'SetupStepResumed', data: { step } });
    }
    case 'enter-figures': {
      const isSame = JSON.stringify(command.figures) === JSON.stringify(state?.oldFigures ?? []);
      return decided(isSame ? null : { type: 'OldFiguresEntered', data: { figures: command.figures } });
    }
    case 'open':
      if (state?.openedOn) return decided(null);
      if (command.rooms === 0) return refused(NO_ROOMS);
      return decided({ type: 'HotelOpened', data: { date: command.today } });
    default:
      return command satisfies never;
  }
}

/** Facts in the data of a hotel by which steps are done. */
export type SetupFacts = { isHotelDefined: boolean; rooms: number; payments: number; bookings: number };

/** State of a step: done as the data say, skipped by staff, or still to do. */
export type StepState = 'done' | 'skipped' | 'open';

/** Returns where each step stands. */
export function stepStates(setup: Setup | null, facts: SetupFacts): Record<SetupStep, StepState> {
  const isDone: Record<SetupStep, boolean> = {
    hotel: facts.isHotelDefined,
    rooms: facts.rooms > 0,
    masters: facts.payments > 0,
    bookings: facts.bookings > 0,
    confirmation: !isPreparing(setup, facts),
  };
  const stateOf = (step: SetupStep): StepState =>
    isDone[step] ? 'done' : setup?.skipped.includes(step) ? 'skipped' : 'open';
  return recordOf(SETUP_STEPS, stateOf);
}

/** Returns whether a hotel is not open yet: it has begun to set up, or nothing is in it so far. */
export function isPreparing(setup: Setup | null, facts: Pick<SetupFacts, 'bookings'>): boolean {
  if (setup?.openedOn) return false;
  return setup?.hasBegun === true || facts.bookings === 0;
}
