import { Tag } from '@blueprintjs/core';
import { stayText, yenText } from '@domain/calendar/stay-text.js';
import { NOT_BLACKLISTED } from '@domain/reservation/reservation-fields.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { PresenceEntry } from '@wire/live.js';
import { partyText } from '../imports/record-texts.js';
import { presenceAtom } from '../shared/live/connection.js';
import { useValue } from '../shared/store.js';
import './booking-head.css';

/** A short word about a booking, and how much it matters. */
export type BookingChip = { text: string; intent: 'none' | 'primary' | 'success' | 'warning' | 'danger' };

/** Returns how far a stay has come, in a word. */
function stateChip({ is_cancelled, checkin_date, checkout_date, no_show }: BookingRecord): BookingChip {
  if (is_cancelled === 1) return { text: '取消済み', intent: 'danger' };
  if (checkout_date !== null) return { text: 'チェックアウト済み', intent: 'none' };
  if (checkin_date !== null) return { text: 'チェックイン済み', intent: 'success' };
  if (no_show === 1) return { text: 'ノーショー', intent: 'danger' };
  return { text: '到着前', intent: 'primary' };
}

/** Returns what matters of a booking at the desk, the state of the stay first; `present` are the other terminals. */
export function bookingChips(record: BookingRecord, present: readonly PresenceEntry[]): BookingChip[] {
  const { id, is_cancelled, payment_flag, nextday_out_flag, group_end_date, blacklist_id } = record;
  const due = record.balance;
  const owes = payment_flag === 0 && due > 0;
  const isOwed = is_cancelled === 1 && due < 0;
  const editors = present.filter(({ booking_id, is_editing }) => booking_id === id && is_editing);
  return [
    stateChip(record),
    ...(owes ? [{ text: `未払い ${yenText(due)}`, intent: 'danger' } as const] : []),
    ...(isOwed ? [{ text: `ご返金 ${yenText(-due)}`, intent: 'warning' } as const] : []),
    ...(nextday_out_flag === 1 ? [{ text: '翌OUT', intent: 'none' } as const] : []),
    ...(group_end_date !== null ? [{ text: '継続', intent: 'none' } as const] : []),
    ...(blacklist_id === NOT_BLACKLISTED ? [] : [{ text: 'ブラックリスト', intent: 'danger' } as const]),
    ...editors.map(({ terminal }) => ({ text: `${terminal}で編集中`, intent: 'warning' }) as const),
  ];
}

type BookingHeadProps = {
  record: BookingRecord;
  roomNumber: string;
  /** The type of its room, left out where it is not known. */
  roomType?: string | undefined;
  /** Activity on it here. */
  doing?: '編集中' | '閲覧中';
};

/** Shows who stays where and when, and what matters of it: the same wherever a booking is met. */
export function BookingHead({ record, roomNumber, roomType, doing }: BookingHeadProps) {
  const present = useValue(presenceAtom);
  const { guest_name_1, stay_start, stay_end } = record;
  return (
    <div className="booking-head">
      <h2>
        {`${doing ? `${doing}: ` : ''}${roomNumber} ${guest_name_1} `}
        <span className="editing-stay">{stayText({ start: stay_start, end: stay_end })}</span>
      </h2>
      <p className="booking-head-chips row">
        {bookingChips(record, present).map(({ text, intent }) => (
          <Tag key={text} intent={intent}>
            {text}
          </Tag>
        ))}
        <span className="soft">{[roomType, partyText(record)].filter(Boolean).join('・')}</span>
      </p>
    </div>
  );
}
