import { MenuItem } from '@blueprintjs/core';
import { dayText } from '@domain/calendar/stay-text.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { useLocation, useNavigate } from 'react-router-dom';
import { startVerb } from '../../booking/asked-verb.js';
import type { VerbName } from '../../booking/booking-verbs.js';
import { chooseFree } from '../../booking/form-actions.js';
import { storedReservation } from '../../booking/stored-reservation.js';
import { bookTentative } from '../../booking/tentative/book-tentative.js';
import { askAboutTentative, askToHold, releaseTentative } from '../../booking/tentative/tentative.js';
import { VerbEntries } from '../../booking/VerbEntries.js';
import { subjectOf } from '../../booking/verb-questions.js';
import {
  bookingsOfRoomAtom,
  calendarAtom,
  calendarTargetAtom,
  closuresOfRoomAtom,
} from '../../shared/calendar-data/calendar.js';
import type { ShownBooking } from '../../shared/calendar-data/calendar-snapshot.js';
import { travellingAtom } from '../../shared/calendar-data/past.js';
import { todayAtom } from '../../shared/hotel.js';
import { bookingAddress, SCREENS } from '../../shared/screens.js';
import { store, useValue } from '../../shared/store.js';
import { keyText } from '../../shared/ui/keys.js';
import { PointMenu } from '../../shared/ui/PointMenu.js';
import { askAboutClosure, askToClose, takeBackClosure } from '../closures/closures.js';
import { moveTo } from '../gestures/drop.js';
import { type CellPlace, oneNight, withEndMoved } from '../gestures/place.js';
import { placeOf, proposalAt } from '../gestures/proposal.js';
import { startKeyboardDrag } from '../gestures/use-key-gestures.js';
import { judge } from '../gestures/verdict.js';

type CellMenuProps = {
  cell: CellPlace;
  left: number;
  top: number;
  isDesk: boolean;
  onBooking: (id: number, withKeyboard: boolean) => void;
  onClose: () => void;
};

/** The free night's name, and why it cannot be sold if it cannot; null while the calendar is read. */
function useFreeNight({ roomNumber, date }: CellPlace) {
  const snapshot = useValue(calendarAtom);
  const today = useValue(todayAtom);
  if (!snapshot || !today) return null;
  const { ok, reasons } = judge(snapshot, { kind: 'new', place: oneNight(roomNumber, date) }, today);
  return { ok, title: `${roomNumber} ${dayText(date)} ${ok ? '空室' : reasons.join('')}` };
}

/** Offers what can be done with a room's night; what is not allowed is left out. */
export function CellMenu({ cell, left, top, isDesk, onBooking, onClose }: CellMenuProps) {
  const { roomNumber, date } = cell;
  const booking = useValue(bookingsOfRoomAtom(roomNumber)).find(
    ({ stayStart, stayEnd }) => stayStart <= date && date < stayEnd,
  );
  const closure = useValue(closuresOfRoomAtom(roomNumber)).find(
    ({ start, end }) => start <= date && date < end,
  );
  const free = useFreeNight(cell);
  const close = () => {
    onClose();
    store.set(calendarTargetAtom, { ...cell });
  };
  if (!booking && !(isDesk && free)) return null;
  const title = booking ? subjectOf(booking) : (free?.title ?? null);
  return (
    <PointMenu at={{ left, top }} title={title} onClose={close}>
      {booking && isDesk && <BookingEntries booking={booking} cell={cell} onBooking={onBooking} />}
      {booking && !isDesk && <LookEntries booking={booking} onBooking={onBooking} />}
      {!booking && closure?.tentative && <TentativeEntries closure={closure} />}
      {!booking && closure && !closure.tentative && <ClosureEntries closure={closure} />}
      {!booking && !closure && <FreeEntries cell={cell} isFree={free?.ok === true} />}
    </PointMenu>
  );
}

/** Menu entries for the place of a booking, beside those for the booking. */
function PlaceEntries({ booking, cell }: { booking: ShownBooking; cell: CellPlace }) {
  const snapshot = useValue(calendarAtom);
  const today = useValue(todayAtom);
  if (!snapshot || !today || storedReservation(booking).isErased) return null;
  const from = placeOf(booking);
  const stretches = [
    { text: '1泊延長', place: withEndMoved(from, 1) },
    { text: '1泊短縮', place: withEndMoved(from, -1) },
  ];
  const subject = { bookingId: booking.id, from };
  return (
    <>
      <MenuItem
        text="部屋・日付を動かす"
        label={keyText('take')}
        onClick={() => void startKeyboardDrag(cell)}
      />
      {stretches
        .filter(({ place }) => {
          const proposal = proposalAt(snapshot, subject, place, today);
          return proposal.kind === 'move' && judge(snapshot, proposal, today).ok;
        })
        .map(({ text, place }) => (
          <MenuItem key={text} text={text} onClick={() => void moveTo(booking, place)} />
        ))}
    </>
  );
}

type BookingEntriesProps = {
  booking: ShownBooking;
  cell: CellPlace;
  onBooking: (id: number, withKeyboard: boolean) => void;
};

const isEnd = (name: VerbName): boolean => name === 'cancel' || name === 'return';

/** Menu entries for a booking at the desk; those that end it come last. */
function BookingEntries({ booking, cell, onBooking }: BookingEntriesProps) {
  const start = (name: VerbName) => startVerb(name, booking);
  return (
    <>
      <MenuItem text="開く" label={keyText('press')} onClick={() => onBooking(booking.id, true)} />
      <VerbEntries booking={booking} isShown={(name) => !isEnd(name)} onChoose={start} />
      <PlaceEntries booking={booking} cell={cell} />
      <MenuItem
        text="部屋を売り止めにする…"
        onClick={() => askToClose(booking.roomNumber, placeOf(booking).stay)}
      />
      <VerbEntries booking={booking} isShown={isEnd} onChoose={start} />
    </>
  );
}

/** Offers what can be done with a free night. */
function FreeEntries({ cell, isFree }: { cell: CellPlace; isFree: boolean }) {
  const { roomNumber, stay } = oneNight(cell.roomNumber, cell.date);
  return (
    <>
      <MenuItem
        text="予約を入れる"
        label={keyText('press')}
        disabled={!isFree}
        onClick={() => chooseFree(roomNumber, stay)}
      />
      <MenuItem
        text="泊数を選んで入れる"
        label={keyText('take')}
        disabled={!isFree}
        onClick={() => startKeyboardDrag(cell)}
      />
      <MenuItem text="仮予約にする…" disabled={!isFree} onClick={() => askToHold(roomNumber, stay)} />
      <MenuItem text="売り止めにする…" onClick={() => askToClose(roomNumber, stay)} />
    </>
  );
}

/** Offers what can be done with a room that is out of order. */
function ClosureEntries({ closure }: { closure: RoomClosure }) {
  return (
    <>
      <MenuItem text="売り止めを変更…" label={keyText('press')} onClick={() => askAboutClosure(closure.id)} />
      <MenuItem text="売り止めを取り消す" onClick={() => void takeBackClosure(closure)} />
    </>
  );
}

/** Offers what can be done with a room that is held for a guest. */
function TentativeEntries({ closure }: { closure: RoomClosure }) {
  const { tentative } = closure;
  if (!tentative) return null;
  const stay = { ...closure, tentative };
  return (
    <>
      <MenuItem text="予約にする" onClick={() => void bookTentative(stay)} />
      <MenuItem text="仮予約を変更…" label={keyText('press')} onClick={() => askAboutTentative(closure.id)} />
      <MenuItem text="仮予約を解放する" onClick={() => void releaseTentative(stay)} />
    </>
  );
}

type LookEntriesProps = { booking: ShownBooking; onBooking: (id: number, withKeyboard: boolean) => void };

/** Offers what can be done with a booking where it is only looked at. */
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
