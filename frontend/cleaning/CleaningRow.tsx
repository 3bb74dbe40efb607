import { dayText } from '@domain/calendar/stay-text.js';
import { CLEANING_STATES, isReady, nextState } from '@domain/cleaning/room-cleaning.js';
import { MAX_CLEANING_REMARK } from '@domain/limits.js';
import { roomText } from '@domain/room/room-number.js';
import type { CleaningRoom } from '@wire/cleaning.js';
import { type KeyboardEvent, memo, useState } from 'react';
import { waitedText } from '../shared/cleaning.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { setCleaning, setRemark, UNRECORDED } from './cleaning-list.js';

type RowProps = {
  room: CleaningRoom;
  /** Nothing can be written now. */
  isReadOnly: boolean;
  /** The minute since the epoch, for how long a room has waited. */
  minute: number;
};

const A_MINUTE_MS = 60_000;

/** Returns the use of a room, and the reason why it is not for sale tonight: `連泊 〜11/30(月) 2名`, `空室`, `本日出発 1名 売り止め 〜12/3(木) 水漏れ`. */
function useText({ occupancy, until, guests, closure }: CleaningRoom): string {
  const closed = closure && `売り止め 〜${dayText(closure.end_date)} ${closure.reason}`;
  if (occupancy === '空室') return closed ?? '空室';
  const end = until === null ? '' : ` 〜${dayText(until)}`;
  const guest = occupancy === '連泊' ? `連泊${end} ${guests}名` : `本日出発 ${guests}名`;
  return closed ? `${guest} ${closed}` : guest;
}

/** The states of a room, one tap each; the next one of the work stands out. */
function States({ room, isReadOnly }: Omit<RowProps, 'minute'>) {
  const next = nextState(room.state);
  return (
    <fieldset className="cleaning-choices" aria-label={`${roomText(room.room_number)}の清掃`}>
      {CLEANING_STATES.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={room.state === state}
          aria-disabled={isReadOnly}
          data-next={next === state || undefined}
          onClick={() => {
            if (!isReadOnly && room.state !== state) void setCleaning(room, state);
          }}
        >
          {state}
        </button>
      ))}
    </fieldset>
  );
}

/** The remark about a room, saved when the field is left or with Enter. */
function Remark({ room, isReadOnly }: Omit<RowProps, 'minute'>) {
  const [draft, setDraft] = useState<string | null>(null);
  const save = async () => {
    if (draft === null) return;
    if (draft.trim() === room.remark || (await setRemark(room, draft))) setDraft(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') void save();
    if (event.key === 'Escape') setDraft(null);
  };
  return (
    <input
      className="cleaning-remark"
      aria-label={`${roomText(room.room_number)}の備考`}
      placeholder={isReadOnly ? '' : '備考（リネンなど）'}
      maxLength={MAX_CLEANING_REMARK}
      readOnly={isReadOnly}
      value={draft ?? room.remark}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => void save()}
    />
  );
}

/** A room in the list of housekeeping. */
export const CleaningRow = memo(function CleaningRow({ room, isReadOnly, minute }: RowProps) {
  const { room_number, room_type, state, arrival, arriving_guests } = room;
  const waited = isReady(state) ? '' : waitedText(room, minute * A_MINUTE_MS);
  return (
    <li className="cleaning-room" data-room={room_number} data-state={state ?? undefined}>
      <div className="cleaning-head">
        <strong>{room_number}</strong>
        <span className="soft">{room_type}</span>
        <span>{useText(room)}</span>
        {arrival !== null && (
          <span className="cleaning-arrival">
            到着 {arrival} {arriving_guests}名
          </span>
        )}
        <span className="space" />
        <span className="soft">{state === null ? UNRECORDED : waited && `${waited}前から`}</span>
      </div>
      <States room={room} isReadOnly={isReadOnly} />
      <Remark room={room} isReadOnly={isReadOnly} />
    </li>
  );
});
