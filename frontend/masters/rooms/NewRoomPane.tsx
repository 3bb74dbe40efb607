import { Button, InputGroup } from '@blueprintjs/core';
import { addMonths, type Day, type Month } from '@domain/dates.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import { halfWidth } from '@domain/typed-text.js';
import { useState } from 'react';
import { EntryField, EntryForm, errorProps } from '../EntryForm.js';
import type { Refusal } from '../lists.atoms.js';
import { makeRoom } from '../room-changes.js';
import { ROOM_FIELD_NAMES, ROOM_FIELDS, type RoomValues, roomFieldValue } from '../rooms.atoms.js';
import { RoomControl } from './CellEditor.js';
import { MonthField } from './MonthField.js';

const NOTHING_WRONG: Refusal = { fields: {}, text: null };
const MONTHS_AHEAD = 11;
const NUMBER_ID = 'new-room_number';
const PLAIN: RoomValues = {
  room_type: '',
  room_label: '',
  priority: '',
  smoking_status: '禁煙',
  reservable_status: BOOKABLE,
  corporate: 0,
};

/** 新しい部屋: its number, the months that it exists in, and what it is. */
export function NewRoomPane({ month, today }: { month: Month; today: Day }) {
  const [number, setNumber] = useState('');
  const [from, setFrom] = useState(month);
  const [until, setUntil] = useState(addMonths(month, MONTHS_AHEAD));
  const [values, setValues] = useState(PLAIN);
  const [refusal, setRefusal] = useState(NOTHING_WRONG);
  const { fields } = refusal;
  const submit = async () => {
    const room = { ...values, room_number: halfWidth(number), from, until };
    const outcome = await makeRoom(room);
    setRefusal(typeof outcome === 'string' ? NOTHING_WRONG : outcome);
    if (outcome === 'done') setNumber('');
    document.getElementById(NUMBER_ID)?.focus();
  };
  return (
    <EntryForm label="新しい部屋" className="panel-form" onSubmit={submit}>
      {(sending) => (
        <>
          <EntryField id={NUMBER_ID} label="部屋番号" required error={fields.room_number}>
            <InputGroup
              id={NUMBER_ID}
              size="small"
              autoComplete="off"
              inputMode="numeric"
              maxLength={10}
              aria-required
              {...errorProps(NUMBER_ID, fields.room_number)}
              intent={fields.room_number === undefined ? 'none' : 'danger'}
              value={number}
              onValueChange={setNumber}
            />
          </EntryField>
          <div className="month-pair">
            <EntryField id="new-from" label="開始月" error={fields.from}>
              <MonthField id="new-from" value={from} today={today} onChange={setFrom} />
            </EntryField>
            <EntryField id="new-until" label="終了月" error={fields.until}>
              <MonthField id="new-until" value={until} today={today} onChange={setUntil} />
            </EntryField>
          </div>
          {ROOM_FIELD_NAMES.map((field) => (
            <EntryField
              key={field}
              id={`new-${field}`}
              label={ROOM_FIELDS[field].label}
              required={field === 'room_type'}
              error={fields[field]}
            >
              <RoomControl
                id={`new-${field}`}
                field={field}
                value={String(values[field])}
                error={fields[field]}
                onChange={(text) => setValues((before) => ({ ...before, ...roomFieldValue(field, text) }))}
              />
            </EntryField>
          ))}
          {refusal.text !== null && (
            <p className="field-error" role="alert">
              {refusal.text}
            </p>
          )}
          <Button type="submit" intent="primary" text="部屋を追加" aria-disabled={sending} />
        </>
      )}
    </EntryForm>
  );
}
