import { InputGroup } from '@blueprintjs/core';
import type { Day } from '@domain/dates.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { parseDateText } from '../shared/ui/date-text.js';
import { PickDayButton } from '../shared/ui/PickDayButton.js';
import { Field, useField } from './fields.js';

type DateFieldProps = {
  field: 'stayStart' | 'stayEnd';
  span: number;
  readOnly?: boolean;
  /** The day that `+1` is counted from; today when left out. */
  base?: Day | null;
  /** The days that the picker offers. */
  earliest: Day | null;
  latest: Day | null;
};

/** A date, typed in short or picked; holds YYYY-MM-DD once it is left. */
export function DateField({ field, span, readOnly, base, earliest, latest }: DateFieldProps) {
  const { value, set, leave, wrong, control } = useField(field);
  const today = useValue(todayAtom);
  const parsed = today && parseDateText(value, today, base ?? today);
  return (
    <Field field={field} required span={span}>
      <InputGroup
        {...control}
        fill
        size="small"
        autoComplete="off"
        placeholder="11/21"
        intent={wrong ? 'danger' : 'none'}
        readOnly={readOnly}
        value={value}
        aria-required
        onValueChange={set}
        onBlur={() => {
          if (parsed && !readOnly) set(parsed);
          leave();
        }}
        rightElement={
          <PickDayButton
            value={parsed}
            start={base ?? null}
            earliest={earliest}
            latest={latest}
            describedBy={`${control.id}-label`}
            disabled={readOnly}
            onPick={set}
          />
        }
      />
    </Field>
  );
}
