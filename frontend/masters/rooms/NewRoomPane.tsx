import { Button } from '@blueprintjs/core';
import { addMonths, type Day, type Month } from '@domain/dates.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import { LONGEST_ROOM_NUMBER, tidyRoomNumber } from '@domain/room/room-number.js';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useDraft } from '../../shared/drafts.js';
import { Entry, EntryField, EntryForm } from '../EntryForm.js';
import { makeRoom } from '../room-changes.js';
import { ROOM_FIELD_NAMES, type RoomValues } from '../rooms.atoms.js';
import { RoomEntry } from './CellEditor.js';
import { MonthField } from './MonthField.js';

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
  const [blank, setBlank] = useState({
    number: '',
    from: month,
    until: addMonths(month, MONTHS_AHEAD),
    values: PLAIN,
  });
  const [draft, setDraft] = useDraft('new-room', blank);
  const { number, from, until, values } = draft;
  const submit = async () => {
    const outcome = await makeRoom({ ...values, room_number: tidyRoomNumber(number), from, until });
    if (outcome === 'done') {
      // At once: what is typed next must not be added to what is saved.
      flushSync(() => {
        setBlank({ ...draft, number: '' }); // The next room is most often like this one.
        setDraft(null);
      });
    }
    document.getElementById(NUMBER_ID)?.focus();
    return outcome;
  };
  return (
    <EntryForm label="新しい部屋" className="panel-form stack" onSubmit={submit}>
      {(sending, errors) => (
        <>
          <Entry
            id={NUMBER_ID}
            label="部屋番号"
            required
            maxLength={LONGEST_ROOM_NUMBER}
            error={errors.room_number}
            value={number}
            onChange={(text) => setDraft({ ...draft, number: text })}
          />
          <div className="month-pair">
            <EntryField id="new-from" label="開始月" error={errors.from}>
              <MonthField
                id="new-from"
                value={from}
                today={today}
                onChange={(chosen) => setDraft({ ...draft, from: chosen })}
              />
            </EntryField>
            <EntryField id="new-until" label="終了月" error={errors.until}>
              <MonthField
                id="new-until"
                value={until}
                today={today}
                onChange={(chosen) => setDraft({ ...draft, until: chosen })}
              />
            </EntryField>
          </div>
          {ROOM_FIELD_NAMES.map((field) => (
            <RoomEntry
              key={field}
              form="new"
              field={field}
              required={field === 'room_type'}
              error={errors[field]}
              value={String(values[field])}
              onChange={(changed) => setDraft({ ...draft, values: { ...values, ...changed } })}
            />
          ))}
          <Button type="submit" intent="primary" text="部屋を追加" aria-disabled={sending} />
        </>
      )}
    </EntryForm>
  );
}
