import { stayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, daysBetween, type Stay } from '@domain/dates.js';
import { DayInput } from './DateInput.js';

/** Returns a stay that begins on another day; one that would be over by then keeps its number of nights. */
export function stayFrom({ start, end }: Stay, day: Day): Stay {
  return { start: day, end: end > day ? end : addDays(day, Math.max(1, daysBetween(start, end))) };
}

const HELD = { labels: ['開始日', '終了日'], note: 'この日の夜から販売できます　' } as const;

type StayRowsProps = {
  /** Labels of the days, and the text before the nights; those of a room that is not sold when left out. */
  texts?: { labels: readonly [start: string, end: string]; note: string };
  /** Both are empty while none is chosen. */
  start: Day | '';
  end: Day | '';
  earliest?: Day | null;
  onStart: (day: Day) => void;
  onEnd: (day: Day) => void;
};

/** First and last day of a stay, as rows of a dialog's form; beneath them its nights. */
export function StayRows({ texts = HELD, start, end, earliest = null, onStart, onEnd }: StayRowsProps) {
  const { labels, note } = texts;
  const picker = { start: null, earliest, latest: null };
  const nights = start && end && end > start ? stayText({ start, end }) : '';
  return (
    <>
      <span>{labels[0]}</span>
      <DayInput
        label={labels[0]}
        value={start}
        isRequired
        picker={picker}
        onDay={(day) => day && onStart(day)}
      />
      <span>{labels[1]}</span>
      <span>
        <DayInput
          label={labels[1]}
          value={end}
          isRequired
          picker={picker}
          onDay={(day) => day && onEnd(day)}
        />
        <small>{`${note}${nights}`}</small>
      </span>
    </>
  );
}
