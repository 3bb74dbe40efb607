import { Button, Callout } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { addDays, daysBetween } from '@domain/dates.js';
import { Suspense } from 'react';
import { hotelAtom, todayAtom } from '../shared/hotel.js';
import { corporatesStateAtom } from '../shared/masters.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { parseDateText } from '../shared/ui/date-text.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { focusField } from '../shared/ui/focus-field.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { SUGGESTED_TIMES } from './field-texts.js';
import { DateField, MasterField, SelectField, SmokingField, TextField } from './fields.js';
import {
  chosenRoomAtom,
  fieldValueAtom,
  formAtom,
  formStayAtom,
  roomChoicesAtom,
  searchResultAtom,
} from './form.js';
import { chooseRoom, runRoomSearch } from './form-actions.js';
import { edgesAtom, nextRoomsAtom } from './form-errors.js';
import { fieldId } from './form-values.js';
import { holdWarningsAtom } from './hold.js';
import { changeOfRoomText } from './parse-draft.js';
import type { RoomOption } from './room-options.js';
import { soughtAtom } from './room-proposals.js';
import { WaitHere } from './waiting/WaitHere.js';

const RoomProposals = lazyPart(async () => (await import('./RoomProposals.js')).RoomProposals);

const GUEST_COUNTS = [0, 1, 2];
const TIMES_ID = 'suggested-checkin-times';

const countOptions = GUEST_COUNTS.map((count) => (
  <option key={count} value={count}>
    {count}
  </option>
));

const optionsOf = (options: readonly RoomOption[]) =>
  options.map(({ roomId, label }) => (
    <option key={roomId} value={roomId}>
      {label}
    </option>
  ));

/** The next rooms when the chosen one was booked by another terminal. */
function NextRooms() {
  const rooms = useValue(nextRoomsAtom);
  if (rooms.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn with a frame.
    <div role="group" aria-label="次の候補" className="next-rooms row">
      <span aria-hidden="true">次の候補</span>
      {rooms.map(({ roomNumber, label }) => (
        <Button
          key={roomNumber}
          size="small"
          text={roomNumber}
          data-tooltip={label}
          onClick={() => {
            chooseRoom(roomNumber);
            focusField(fieldId('roomId'));
          }}
        />
      ))}
    </div>
  );
}

/** ルームタイプ: the found rooms first, then the other free ones; closed while 部屋移動不可 is set. */
function RoomField() {
  const { current, found, others } = useValue(roomChoicesAtom);
  const result = useValue(searchResultAtom);
  const chosen = useValue(chosenRoomAtom);
  const { split } = useValue(formAtom);
  const locked = useValue(fieldValueAtom('roomMoveLock')) === 1;
  const option = [...current, ...found, ...others].find(({ roomNumber }) => roomNumber === chosen);
  const blank = result ? `選択してください（${found.length}室）` : '部屋検索をしてください';
  return (
    <SelectField
      field="roomId"
      span={7}
      required
      disabled={locked}
      note={split ? `${changeOfRoomText(split[1])}（2件の予約として登録）` : result?.emptyBecause?.message}
      chosen={option ? String(option.roomId) : ''}
      read={(value) => Number(value) || null}
    >
      <option value="">{blank}</option>
      {optionsOf(current)}
      {optionsOf(found)}
      {others.length > 0 && <optgroup label="その他の空室">{optionsOf(others)}</optgroup>}
    </SelectField>
  );
}

/** Warns that another terminal is about to book the chosen room as well; saving stays possible. */
function HoldNotice() {
  const warnings = useValue(holdWarningsAtom);
  return (
    <div role="status" className="hold-notice" hidden={warnings.length === 0}>
      {warnings.map((warning) => (
        <Callout key={warning} compact intent="warning" icon={null}>
          {warning}
        </Callout>
      ))}
    </div>
  );
}

/** The first part of the call: when, how many, which room. */
export function StayFields({ checkedIn }: { checkedIn: boolean }) {
  const today = useValue(todayAtom);
  const usualTime = useValue(hotelAtom)?.check_in_time ?? '15:00';
  const stay = useValue(formStayAtom);
  const corporates = useValue(corporatesStateAtom).value;
  const { earliest, latest } = useValue(edgesAtom);
  const startText = useValue(fieldValueAtom('stayStart'));
  const start = today && parseDateText(startText, today);
  const firstNight = start ?? earliest;
  const mayWrite = useMay('desk');
  const sought = useValue(soughtAtom);
  const isSearched = useValue(searchResultAtom) !== null;
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
      <SmokingField />
      <MasterField
        field="corporateId"
        span={7}
        none={{ value: 0, text: 'なし' }}
        records={corporates?.map((record) => ({ ...record, name: record.corporate_short_name })) ?? null}
      />
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
            data-enter-stop={!isSearched || undefined}
            onClick={runRoomSearch}
          />
        </div>
      )}
      <RoomField />
      <TextField
        field="checkinTime"
        span={5}
        required
        inputMode="numeric"
        placeholder={`例: ${usualTime}`}
        list={TIMES_ID}
      />
      <NextRooms />
      <HoldNotice />
      <datalist id={TIMES_ID}>
        {SUGGESTED_TIMES.map((time) => (
          <option key={time} value={time} />
        ))}
      </datalist>
      {mayWrite && sought && <WaitHere />}
      <Suspense fallback={null}>{mayWrite && sought && <RoomProposals sought={sought} />}</Suspense>
    </>
  );
}
