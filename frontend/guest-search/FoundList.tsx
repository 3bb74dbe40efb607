// biome-ignore-all lint/a11y/useSemanticElements: the list of a combobox follows the ARIA pattern: options have two lines, which a select can't show.
// biome-ignore-all lint/a11y/useFocusableInteractive: the list of a combobox follows the ARIA pattern: the focus stays in its field.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list of a combobox follows the ARIA pattern: keys are its field's.
import type { FoundBooking } from '@wire/booking-record.js';
import { useLayoutEffect, useRef } from 'react';
import type { Found } from './find-guest.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { countText, foundStayText, peopleText, stayStateOf } from './found-texts.js';
import './found.css';

type FoundListProps = {
  found: Found;
  listId: string;
  optionId: (index: number) => string;
  active: number;
  onActive: (index: number) => void;
  onOpen: (booking: FoundBooking) => void;
};

function FoundText({ booking }: { booking: FoundBooking }) {
  const today = useValue(todayAtom);
  const state = stayStateOf(booking);
  return (
    <>
      <span className="found-line">
        <strong>{peopleText(booking)}</strong>
        <span className="found-kana">{booking.guest_name1_kana}</span>
        <span className="found-state" data-state={state.kind}>
          {state.name}
        </span>
      </span>
      <span className="found-line found-facts">
        <span className="found-room">{booking.room_number}</span>
        <span>{foundStayText(booking, today)}</span>
        <span>{booking.tel}</span>
        <span>{booking.booking_number}</span>
      </span>
    </>
  );
}

/** What the search found, to choose one from; the field above has the focus. */
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
            onClick={() => onOpen(booking)}
          >
            <FoundText booking={booking} />
          </div>
        ))}
      </div>
      <p className="found-count" role="status">
        {countText(found)}
      </p>
    </div>
  );
}
