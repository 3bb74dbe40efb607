import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { ROOM_FIELDS, type RoomField } from '../room-fields.js';
import { errorProps } from '../EntryField.js';
import { LONGEST_TEXT, ROOM_TYPES_ID } from './room-inputs.js';

type RoomControlProps = {
  id: string;
  field: RoomField;
  /** What stands in it; null for nothing yet, where that is possible. */
  value: string | null;
  /** What is said while nothing stands in it. */
  blank?: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

const BLANK = '\u0000';

/** The control of a room's field: typed, or chosen. */
export function RoomControl({ id, field, value, blank, error, onChange }: RoomControlProps) {
  const { choices } = ROOM_FIELDS[field];
  if (choices) {
    return (
      <HTMLSelect
        id={id}
        fill
        {...errorProps(id, error)}
        value={value ?? BLANK}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {value === null && <option value={BLANK}>{blank}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </HTMLSelect>
    );
  }
  return (
    <InputGroup
      id={id}
      fill
      size="small"
      autoComplete="off"
      {...errorProps(id, error)}
      intent={error === undefined ? 'none' : 'danger'}
      maxLength={LONGEST_TEXT}
      list={field === 'room_type' ? ROOM_TYPES_ID : undefined}
      placeholder={value === null ? blank : undefined}
      value={value ?? ''}
      onValueChange={onChange}
    />
  );
}
