import { Tag } from '@blueprintjs/core';
import type { FoundBooking } from '@wire/booking-record.js';
import { useLayoutEffect, useRef } from 'react';
import { openCard } from '../guest-card/guest-card.js';
import { todayAtom } from '../shared/hotel.js';
import { isRoomOf } from '../shared/offline-cache/find-cached.js';
import { useValue } from '../shared/store.js';
import { keyText } from '../shared/ui/keys.js';
import type { Found } from './find-guest.js';
import './found.css';
import { stayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { searchedWords } from '@domain/search/searchable.js';

type FoundListProps = {
  found: Found;
  listId: string;
  optionId: (index: number) => string;
  active: number;
  onActive: (index: number) => void;
  onOpen: (booking: FoundBooking) => void;
};

const INTENTS = {
  in: 'success',
  coming: 'primary',
  out: 'none',
  cancelled: 'danger',
  missed: 'danger',
} as const;

function FoundText({ booking, words }: { booking: FoundBooking; words: string }) {
  const today = useValue(todayAtom);
  const state = stayStateOf(booking);
  return (
    <>
      <span className="found-line">
        <strong>{peopleText(booking)}</strong>
        <span className="found-kana">{booking.guest_name1_kana}</span>
        <Tag minimal intent={INTENTS[state.kind]}>
          {state.name}
        </Tag>
      </span>
      <span className="found-line found-facts">
        <span className="found-room">
          {booking.room_number}{' '}
          {isRoomOf(searchedWords(words), { roomNumber: booking.room_number }) && (
            <span className="grid-mark">部屋</span>
          )}
        </span>
        <span>{foundStayText(booking, today)}</span>
        <span>{booking.tel}</span>
        <span>{booking.booking_number}</span>
        <span
          className="found-card"
          aria-hidden="true"
          data-tooltip={`お客様カードを開く（${keyText('findGuest')}）`}
        >
          お客様カード
        </span>
      </span>
    </>
  );
}

/** Lists the search's findings, to choose one from; the field above has the focus. */
export function FoundList({ found, listId, optionId, active, onActive, onOpen }: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  const bookings = found.bookings ?? [];
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className="found">
      <div role="listbox" id={listId} aria-label="見つかった予約" className="found-list" ref={list}>
        {bookings.map((booking, index) => (
          <div
            key={booking.id}
            role="option"
            id={optionId(index)}
            aria-selected={index === active}
            className="found-booking"
            data-booking={booking.id}
            onPointerMove={() => onActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={({ target }) => {
              if (target instanceof Element && target.closest('.found-card')) openCard(booking.id);
              else onOpen(booking);
            }}
          >
            <FoundText booking={booking} words={found.words} />
          </div>
        ))}
      </div>
      <p className="found-count soft" role="status">
        {foundText(found)}
      </p>
    </div>
  );
}

const MOST = 50;

/** Returns the state of a stay: to come, in the house, gone or cancelled. */
function stayStateOf(booking: FoundBooking): { kind: keyof typeof INTENTS; name: string } {
  const { is_cancelled, no_show, checkin_date, checkout_date } = booking;
  if (is_cancelled === 1) return { kind: 'cancelled', name: '取消' };
  if (no_show === 1) return { kind: 'missed', name: 'ノーショー' };
  if (checkout_date !== null) return { kind: 'out', name: '出発済' };
  return checkin_date !== null ? { kind: 'in', name: '在館' } : { kind: 'coming', name: '到着前' };
}

/** Returns the dates of a stay, with the year where it is not this one. */
function foundStayText({ stay_start, stay_end }: FoundBooking, today: Day | null): string {
  const year = stay_start.slice(0, 4);
  const text = stayText({ start: stay_start, end: stay_end });
  return year === today?.slice(0, 4) ? text : `${year}年 ${text}`;
}

/** The guests of a booking, and who booked for them when it was somebody else. */
function peopleText({ guest_name_1, guest_name_2, reserver_name }: FoundBooking): string {
  const guests = [guest_name_1, guest_name_2].filter(Boolean).join('、');
  return reserver_name === guest_name_1 ? guests : `${guests}（予約者 ${reserver_name}）`;
}

/** Returns how many bookings were found, and what to do when it is not enough or too many. */
function foundText({ bookings, fromKept }: Found): string {
  if (bookings === null) return '検索できませんでした。もう一度入力してください。';
  const many =
    bookings.length === MOST ? `日付の近い${MOST}件です。言葉を足すと絞り込めます。` : `${bookings.length}件`;
  const text = bookings.length === 0 ? '該当する予約はありません。' : many;
  return fromKept ? `${text}（通信が切れているため、この端末に残っている予約から探しました）` : text;
}
