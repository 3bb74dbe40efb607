import { FormGroup, HTMLSelect, type HTMLSelectProps, InputGroup } from '@blueprintjs/core';
import { HONORIFICS, type Honorific } from '@domain/reservation/reservation.js';

const CHOICES = HONORIFICS.map((value) => ({ value, label: value || 'なし' }));

type HonorificSelectProps = Pick<HTMLSelectProps, 'id' | 'aria-label'> & {
  value: Honorific;
  onHonorific: (honorific: Honorific) => void;
};

/** Offers the ways to address somebody on a paper (敬称). */
export function HonorificSelect({ onHonorific, ...select }: HonorificSelectProps) {
  return (
    <HTMLSelect
      {...select}
      options={CHOICES}
      onChange={({ currentTarget }) => onHonorific(currentTarget.value as Honorific)}
    />
  );
}

type Addressee = { addressee: string; honorific: Honorific };
type AddresseeFieldsProps = Addressee & {
  /** Id of the form, with which those of its fields begin. */
  formId: string;
  onChange: (change: Partial<Addressee>) => void;
};

/** Asks whom a paper is made out to. The name has the focus. */
export function AddresseeFields({ formId, addressee, honorific, onChange }: AddresseeFieldsProps) {
  return (
    <div className="receipt-addressed">
      <FormGroup label="宛名" labelFor={`${formId}-addressee`}>
        <InputGroup
          id={`${formId}-addressee`}
          autoComplete="off"
          autoFocus
          value={addressee}
          onValueChange={(name) => onChange({ addressee: name })}
        />
      </FormGroup>
      <FormGroup label="敬称" labelFor={`${formId}-honorific`}>
        <HonorificSelect
          id={`${formId}-honorific`}
          value={honorific}
          onHonorific={(chosen) => onChange({ honorific: chosen })}
        />
      </FormGroup>
    </div>
  );
}
