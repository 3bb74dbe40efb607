import { TextArea } from '@blueprintjs/core';
import { BOOKING_SOURCES, type BookingSource, PURPOSES, type Purpose } from '@domain/reservation/sources.js';
import { paymentsStateAtom } from '../shared/masters.js';
import { useValue } from '../shared/store.js';
import { CheckField, Field, MasterField, SelectField, TextField, useField } from './fields.js';
import { setField } from './form.js';
import { FLAG_FORM_FIELDS } from './form-values.js';

const MAX_BOOKING_NUMBER = 64;
const MAX_NOTES = 2_000;

function NotesField() {
  const { value, set, control } = useField('notes');
  return (
    <Field field="notes" span={12}>
      <TextArea
        {...control}
        fill
        size="small"
        rows={2}
        maxLength={MAX_NOTES}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </Field>
  );
}

/** Chooses a source by the figure that marks its bookings in the calendar. */
function chooseSource(figure: number): void {
  const source = BOOKING_SOURCES[figure - 1];
  if (source) setField('bookingSource', source);
}

/** The last part of the call: money, source, purpose, flags, notes. */
export function PaymentFields({ checkedIn }: { checkedIn: boolean }) {
  const payments = useValue(paymentsStateAtom).value;
  return (
    <>
      <TextField field="totalFee" span={6} required unit="円" inputMode="numeric" readOnly={checkedIn} />
      <TextField field="usedPoints" span={4} required unit="pt" inputMode="numeric" readOnly={checkedIn} />
      <MasterField
        field="paymentType"
        span={4}
        none={{ value: '', text: '未選択' }}
        records={payments?.map((record) => ({ ...record, name: record.payment_name })) ?? null}
      />
      <SelectField
        field="bookingSource"
        span={4}
        read={(value) => value as BookingSource}
        onFigure={chooseSource}
      >
        {BOOKING_SOURCES.map((source) => (
          <option key={source}>{source}</option>
        ))}
      </SelectField>
      <TextField field="bookingNumber" span={6} maxLength={MAX_BOOKING_NUMBER} />
      <SelectField field="purpose" span={6} read={(value) => value as Purpose}>
        {PURPOSES.map((purpose) => (
          <option key={purpose} value={purpose} disabled={purpose === '' && checkedIn}>
            {purpose}
          </option>
        ))}
      </SelectField>
      <div className="checks">
        {FLAG_FORM_FIELDS.map((field) => (
          <CheckField key={field} field={field} />
        ))}
      </div>
      <NotesField />
    </>
  );
}
