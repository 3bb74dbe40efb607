import { Radio, RadioGroup } from '@blueprintjs/core';
import { SMOKING_STATUSES, type SmokingStatus } from '@domain/room/room-month.js';
import { FIELD_LABELS } from './field-labels.js';
import { useField } from './use-field.js';

/** 喫煙区分: two radios. */
export function SmokingField({ span }: { span: number }) {
  const { value, set, control } = useField('smokingStatus');
  return (
    <div className="field" style={{ gridColumn: `span ${span}` }}>
      <RadioGroup
        className="smoking"
        inline
        label={FIELD_LABELS.smokingStatus}
        name={control.id}
        selectedValue={value}
        onChange={(event) => set(event.currentTarget.value as SmokingStatus)}
      >
        {SMOKING_STATUSES.map((status) => (
          <Radio key={status} label={status} value={status} />
        ))}
      </RadioGroup>
    </div>
  );
}
