import { Button } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { addDays, daysBetween } from '@domain/dates.js';
import { Suspense } from 'react';
import { todayAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { parseDateText } from '../shared/ui/date-text.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { DateField } from './DateField.js';
import { SUGGESTED_TIMES } from './field-texts.js';
import { SelectField, SmokingField, TextField } from './fields.js';
import { fieldValueAtom, formStayAtom } from './form.js';
import { runRoomSearch } from './form-actions.js';
import { edgesAtom } from './form-errors.js';
import { HoldNotice } from './HoldNotice.js';
import { corporateChoicesAtom } from './master-choices.js';
import { NextRooms, RoomField } from './RoomField.js';
import { soughtAtom } from './room-proposals.js';

const RoomProposals = lazyPart(async () => (await import('./RoomProposals.js')).RoomProposals);

const GUEST_COUNTS = [0, 1, 2];
const TIMES_ID = 'suggested-checkin-times';

const countOptions = GUEST_COUNTS.map((count) => (
  <option key={count} value={count}>
    {count}
  </option>
));

/** The first part of the call: when, how many, which room. */
export function StayFields({ checkedIn }: { checkedIn: boolean }) {
  const today = useValue(todayAtom);
  const stay = useValue(formStayAtom);
  const corporates = useValue(corporateChoicesAtom);
  const { earliest, latest } = useValue(edgesAtom);
  const startText = useValue(fieldValueAtom('stayStart'));
  const start = today && parseDateText(startText, today);
  const firstNight = start ?? earliest;
  const mayWrite = useMay('desk');
  const sought = useValue(soughtAtom);
  useKey('search', () => mayWrite && runRoomSearch());
  return (
    <>
      <DateField
        field="stayStart"
        span={5}
        readOnly={checkedIn}
        earliest={earliest}
        latest={latest && addDays(latest, -1)}
      />
      <DateField
        field="stayEnd"
        span={5}
        base={start}
        earliest={firstNight && addDays(firstNight, 1)}
        latest={latest}
      />
      <output className="nights">{stay && `${daysBetween(stay.start, stay.end)}泊`}</output>
      <SelectField field="mensCount" span={3} unit="名" read={Number}>
        {countOptions}
      </SelectField>
      <SelectField field="womensCount" span={3} unit="名" read={Number}>
        {countOptions}
      </SelectField>
      <SmokingField span={6} />
      <SelectField field="corporateId" span={7} read={Number}>
        <option value={0}>なし</option>
        {corporates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {mayWrite && (
        <div className="field search-button" style={{ gridColumn: 'span 5' }}>
          <Button
            fill
            size="small"
            intent="primary"
            variant="outlined"
            icon={<Search size={14} />}
            text="部屋検索"
            endIcon={<KeyHint of="search" />}
            {...keyProps('search', '部屋検索')}
            onClick={runRoomSearch}
          />
        </div>
      )}
      <RoomField span={7} />
      <TextField
        field="checkinTime"
        span={5}
        required
        inputMode="numeric"
        placeholder="15:00"
        list={TIMES_ID}
      />
      <NextRooms />
      <HoldNotice />
      <datalist id={TIMES_ID}>
        {SUGGESTED_TIMES.map((time) => (
          <option key={time} value={time} />
        ))}
      </datalist>
      <Suspense fallback={null}>{mayWrite && sought && <RoomProposals sought={sought} />}</Suspense>
    </>
  );
}
