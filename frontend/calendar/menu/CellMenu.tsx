import { ContextMenuPopover, Menu, MenuItem } from '@blueprintjs/core';
import { bookingText, dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { cancel, checkIn, checkOut, pay, revertStay } from '../../booking/booking-actions.js';
import { chooseFree } from '../../booking/form-actions.js';
import { storedReservation } from '../../booking/stored-reservation.js';
import { CheckOutQuestion } from '../../check-out/CheckOutQuestion.js';
import { concernsOf } from '../../check-out/check-out.js';
import { bookingsOfRoomAtom, calendarAtom, calendarTargetAtom } from '../../shared/calendar-data/calendar.js';
import type { CalendarSnapshot, ShownBooking } from '../../shared/calendar-data/calendar-snapshot.js';
import { travellingAtom } from '../../shared/calendar-data/past.js';
import { todayAtom } from '../../shared/hotel.js';
import { paymentsAtom } from '../../shared/masters.js';
import { themeAtom } from '../../shared/preferences.js';
import { bookingAddress, SCREENS } from '../../shared/screens.js';
import { store, useValue } from '../../shared/store.js';
import { keyText } from '../../shared/ui/keys.js';
import { focusFirst, goRound } from '../../shared/ui/menu-keys.js';
import { moveTo } from '../gestures/drop.js';
import { type CellPlace, oneNight, type Place, withEndMoved } from '../gestures/place.js';
import { placeOf, proposalAt } from '../gestures/proposal.js';
import { startKeyboardDrag } from '../gestures/use-key-gestures.js';
import { factsAround, judge } from '../gestures/verdict.js';

type CellMenuProps = {
  cell: CellPlace;
  left: number;
  top: number;
  isDesk: boolean;
  onBooking: (id: number, withKeyboard: boolean) => void;
  onClose: () => void;
};

/** The menu's keys are none of the calendar's, which it belongs to in all but the document. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  goRound(event);
  if (event.key !== 'Escape') event.stopPropagation();
}

/** What can be done with a room's night: what is not allowed is not there. */
export function CellMenu({ cell, left, top, isDesk, onBooking, onClose }: CellMenuProps) {
  const isDark = useValue(themeAtom) === 'dark';
  const { roomNumber, date } = cell;
  const booking = useValue(bookingsOfRoomAtom(roomNumber)).find(
    ({ stayStart, stayEnd }) => stayStart <= date && date < stayEnd,
  );
  const today = useValue(todayAtom);
  const [asksCheckOut, setAsksCheckOut] = useState(false);
  const concerns = asksCheckOut && booking && today ? concernsOf(booking.record, today) : null;
  const close = () => {
    onClose();
    store.set(calendarTargetAtom, { ...cell });
  };
  if (!booking && !isDesk) return null;
  return (
    <ContextMenuPopover
      isOpen
      isDarkTheme={isDark}
      targetOffset={{ left, top }}
      transitionDuration={0}
      onClose={close}
      onOpened={focusFirst}
      content={
        booking && concerns ? (
          <CheckOutQuestion
            roomNumber={roomNumber}
            record={booking.record}
            concerns={concerns}
            onAnswer={async (way) => {
              close();
              await checkOut(booking, way);
            }}
            onClose={close}
          />
        ) : (
          <Menu aria-label="できる操作" className="cell-menu" onKeyDown={walk}>
            {booking && (
              <MenuTitle text={bookingText(roomNumber, booking.record.guest_name_1, placeOf(booking).stay)} />
            )}
            {booking && isDesk && (
              <BookingEntries
                booking={booking}
                cell={cell}
                onBooking={onBooking}
                onAskCheckOut={() => setAsksCheckOut(true)}
              />
            )}
            {booking && !isDesk && <LookEntries booking={booking} onBooking={onBooking} />}
            {!booking && <FreeEntries cell={cell} />}
          </Menu>
        )
      }
    />
  );
}

/** A line above a menu's entries that says what they are about. */
function MenuTitle({ text }: { text: string }) {
  return (
    <li role="none" className="cell-menu-title">
      {text}
    </li>
  );
}

/** What can be done with a booking by its menu. */
const MENU_TEXTS = {
  'check-in': 'チェックイン',
  'revert-check-in': 'チェックインを取り消す',
  'check-out': 'チェックアウト',
  'revert-check-out': 'チェックアウトを取り消す',
  paid: '支払済にする',
  unpaid: '未払いに戻す',
  take: '部屋・日付を動かす',
  longer: '1泊延長',
  shorter: '1泊短縮',
  cancel: '予約取消…',
} as const;
type MenuEntry = keyof typeof MENU_TEXTS;

function commandOf(entry: MenuEntry, { record }: ShownBooking, today: Day): ReservationCommand | null {
  switch (entry) {
    case 'check-in':
    case 'check-out':
      return { type: entry, date: today };
    case 'revert-check-in':
    case 'revert-check-out':
    case 'cancel':
      return { type: entry };
    case 'paid':
    case 'unpaid': {
      const paymentFlag = entry === 'paid' ? 1 : 0;
      const isSo = record.payment_flag === paymentFlag;
      return isSo ? null : { type: 'record-payment', paymentType: record.payment_type, paymentFlag };
    }
    default:
      return null;
  }
}

/** A booking's place with a night more or less. */
function stretchedPlace(booking: ShownBooking, entry: 'longer' | 'shorter'): Place {
  return withEndMoved(placeOf(booking), entry === 'longer' ? 1 : -1);
}

function isAllowed(entry: MenuEntry, snapshot: CalendarSnapshot, booking: ShownBooking, today: Day): boolean {
  const stored = storedReservation(booking);
  if (entry === 'take') return stored.isErased !== true;
  if (entry === 'longer' || entry === 'shorter') {
    const subject = { bookingId: booking.id, from: placeOf(booking) };
    return judge(snapshot, proposalAt(snapshot, subject, stretchedPlace(booking, entry)), today).ok;
  }
  const command = commandOf(entry, booking, today);
  const here = { roomNumber: booking.roomNumber, leaving: [] };
  return (
    command !== null && decideReservation(command, stored, factsAround(snapshot, booking, here, today)).ok
  );
}

/** What the rules allow for a booking now, in the order of the menu (spec 4, contract 4). */
function menuEntries(snapshot: CalendarSnapshot, booking: ShownBooking, today: Day): MenuEntry[] {
  const all = Object.keys(MENU_TEXTS) as MenuEntry[];
  return all.filter((entry) => isAllowed(entry, snapshot, booking, today));
}

function runEntry(entry: MenuEntry, booking: ShownBooking, cell: CellPlace): unknown {
  switch (entry) {
    case 'paid':
    case 'unpaid':
      return pay(booking, booking.record.payment_type, entry === 'paid' ? 1 : 0);
    case 'take':
      return startKeyboardDrag(cell);
    case 'longer':
    case 'shorter':
      return moveTo(booking, stretchedPlace(booking, entry));
    case 'check-out':
      return checkOut(booking, { payBy: null, freeNights: false });
    case 'cancel':
      return cancel(booking);
    case 'check-in':
      return checkIn(booking);
    case 'revert-check-in':
      return revertStay(booking, 'check-in');
    case 'revert-check-out':
      return revertStay(booking, 'check-out');
    default:
      return entry satisfies never;
  }
}

function PaymentEntries({ booking }: { booking: ShownBooking }) {
  const payments = useValue(paymentsAtom).filter(({ is_retired }) => is_retired !== 1);
  const first = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (first.current) focusFirst(first.current);
  }, []);
  return (
    <>
      <MenuTitle text="支払方法" />
      {payments.map(({ id, payment_name }, index) => (
        <MenuItem
          ref={index === 0 ? first : null}
          key={id}
          text={payment_name}
          onClick={() => void pay(booking, id, 1)}
        />
      ))}
    </>
  );
}

type BookingEntriesProps = {
  booking: ShownBooking;
  cell: CellPlace;
  onBooking: (id: number, withKeyboard: boolean) => void;
  /** Asks about a check-out in the menu's place. */
  onAskCheckOut: () => void;
};

/** What can be done with a booking at the desk; an unknown way of paying and an unusual check-out are asked about. */
function BookingEntries({ booking, cell, onBooking, onAskCheckOut }: BookingEntriesProps) {
  const snapshot = useValue(calendarAtom);
  const today = useValue(todayAtom);
  const [paying, setPaying] = useState(false);
  if (!snapshot || !today) return null;
  if (paying) return <PaymentEntries booking={booking} />;
  const questionOf = (entry: MenuEntry) => {
    if (entry === 'paid' && booking.record.payment_type === null) return () => setPaying(true);
    return entry === 'check-out' && concernsOf(booking.record, today) ? onAskCheckOut : null;
  };
  return (
    <>
      <MenuItem text="開く" label={keyText('press')} onClick={() => onBooking(booking.id, true)} />
      {menuEntries(snapshot, booking, today).map((entry) => {
        const ask = questionOf(entry);
        return (
          <MenuItem
            key={entry}
            text={ask ? `${MENU_TEXTS[entry]}…` : MENU_TEXTS[entry]}
            label={entry === 'take' ? keyText('take') : ''}
            intent={entry === 'cancel' ? 'danger' : 'none'}
            shouldDismissPopover={!ask}
            onClick={() => (ask ? ask() : runEntry(entry, booking, cell))}
          />
        );
      })}
    </>
  );
}

/** What can be done with a free night. */
function FreeEntries({ cell }: { cell: CellPlace }) {
  const snapshot = useValue(calendarAtom);
  const today = useValue(todayAtom);
  const { roomNumber, date } = cell;
  const place = oneNight(roomNumber, date);
  if (!snapshot || !today) return null;
  const { ok, reasons } = judge(snapshot, { kind: 'new', place }, today);
  return (
    <>
      <MenuTitle text={`${roomNumber} ${dayText(date)} ${ok ? '空室' : reasons.join('')}`} />
      <MenuItem
        text="予約を入れる"
        label={keyText('press')}
        disabled={!ok}
        onClick={() => chooseFree(roomNumber, place.stay)}
      />
      <MenuItem
        text="泊数を選んで入れる"
        label={keyText('take')}
        disabled={!ok}
        onClick={() => startKeyboardDrag(cell)}
      />
    </>
  );
}

type LookEntriesProps = { booking: ShownBooking; onBooking: (id: number, withKeyboard: boolean) => void };

/** What can be done with a booking where it is only looked at. */
function LookEntries({ booking, onBooking }: LookEntriesProps) {
  const navigate = useNavigate();
  const inForm = useLocation().pathname.startsWith(SCREENS.registration.path);
  const travelling = useValue(travellingAtom);
  return (
    <>
      <MenuItem
        text={inForm ? '開く' : '詳細'}
        label={keyText('press')}
        onClick={() => onBooking(booking.id, true)}
      />
      {!inForm && !travelling && (
        <MenuItem text="予約登録で開く" onClick={() => navigate(bookingAddress(booking.id))} />
      )}
    </>
  );
}
