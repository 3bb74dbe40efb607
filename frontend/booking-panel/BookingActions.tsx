import { Button, Callout, MenuItem } from '@blueprintjs/core';
import { mayMissStay } from '@domain/reservation/stay-actions.js';
import { roomText } from '@domain/room/room-number.js';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cancelBookings, returnBooking, setNoShow } from '../booking/booking-actions.js';
import { actionsOf, cancellableParty, END_TEXTS, type EndOfBooking } from '../booking/form-mode.js';
import { type FormValues, valuesOf } from '../booking/form-values.js';
import { HistoryButton } from '../booking/history/HistoryButton.js';
import { MoreMenu } from '../booking/history/MoreMenu.js';
import { beginAnotherRoom, beginCopy } from '../booking/open-form.js';
import { printReceipt } from '../payment/receipt.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { shownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { todayAtom } from '../shared/hotel.js';
import { openPanel, paidHereAtom } from '../shared/open-panel.js';
import { bookingAddress, SCREENS } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { CardButton } from './CardButton.js';
import { PrimaryAction } from './PrimaryAction.js';

/** Asks in place about what takes the booking off the calendar; of a party, which of its bookings. */
function EndQuestion(props: { booking: ReservationData; asked: EndOfBooking; onClose: () => void }) {
  const { booking, asked, onClose } = props;
  const acted = shownBooking(booking, booking.borderRoom);
  const party = cancellableParty(booking);
  const run = (work: () => Promise<boolean>) => async () => {
    onClose();
    await work();
  };
  const { title, text, button } = END_TEXTS[asked];
  const hasChoice = asked === 'cancel' && party.length > 0;
  return (
    <Callout compact intent="danger" icon={null} role="alertdialog" aria-label={title}>
      <p>{text}</p>
      <div className="booking-panel-buttons">
        <Button
          autoFocus
          intent="danger"
          text={hasChoice ? `${roomText(booking.borderRoom)}だけ取消` : button}
          onClick={run(() =>
            asked === 'cancel' ? cancelBookings([acted]) : returnBooking(acted, booking.imported_record_id),
          )}
        />
        {hasChoice && (
          <Button
            intent="danger"
            variant="outlined"
            text={`グループ${party.length + 1}室をすべて取消`}
            onClick={run(() =>
              cancelBookings([acted, ...party.map((other) => shownBooking(other, other.room_number))]),
            )}
          />
        )}
        <Button text="やめる" onClick={onClose} />
      </div>
    </Callout>
  );
}

/** The other rooms of the same party. */
function Party({ booking }: { booking: ReservationData }) {
  if (booking.party.length === 0) return null;
  return (
    <p className="booking-panel-party">
      同じグループ:{' '}
      {booking.party.map(({ id, room_number, guest_name_1, is_cancelled }) => (
        <Button
          key={id}
          size="small"
          variant="minimal"
          intent="primary"
          text={is_cancelled === 1 ? `${room_number}（取消済み）` : room_number}
          data-tooltip={guest_name_1}
          onClick={() => openPanel({ kind: 'booking', id })}
        />
      ))}
    </p>
  );
}

/** What is done next with a booking, and what else can be done with it. */
export function BookingActions({ booking, onErased }: { booking: ReservationData; onErased: () => unknown }) {
  const navigate = useNavigate();
  const today = useValue(todayAtom);
  const mayWrite = useMay('desk');
  const paidHere = useValue(paidHereAtom);
  const [asked, setAsked] = useState<EndOfBooking | null>(null);
  const { id, borderRoom, smoking_status } = booking;
  const { cancel, returnToAutoFail } = actionsOf({ kind: 'edit', booking });
  const isNoShow = booking.no_show === 1;
  const mayMiss =
    today !== null &&
    mayMissStay(
      {
        status: booking.is_cancelled === 1 ? 'cancelled' : 'active',
        stayStart: booking.stay_start,
        checkinDate: booking.checkin_date,
      },
      today,
    );
  const inForm = (begin: (values: FormValues) => void) => {
    begin(valuesOf(booking, smoking_status));
    navigate(SCREENS.registration.path);
  };
  return (
    <>
      <Party booking={booking} />
      {mayWrite && today && (
        <PrimaryAction booking={booking} acted={shownBooking(booking, borderRoom)} today={today} />
      )}
      <div className="booking-panel-buttons">
        <Button size="small" text={mayWrite ? '編集' : '開く'} onClick={() => navigate(bookingAddress(id))} />
        {mayWrite && (
          <>
            <Button
              size="small"
              text="もう1室"
              data-tooltip="同じ宿泊者・同じ日程で、もう1室予約する"
              onClick={() => inForm((values) => beginAnotherRoom(values, booking, borderRoom))}
            />
            <Button
              size="small"
              text="複製"
              data-tooltip="同じ宿泊者で、別の日程の予約を始める"
              onClick={() => inForm(beginCopy)}
            />
          </>
        )}
        {mayWrite && isNoShow && cancel && (
          <Button size="small" intent="danger" text="予約取消" onClick={() => setAsked('cancel')} />
        )}
        <HistoryButton id={id} small />
        <CardButton booking={booking} />
        {mayWrite && booking.payment_flag === 1 && (
          <Button
            className={paidHere === id ? 'paid-just-now' : undefined}
            size="small"
            text="領収書"
            onClick={() => printReceipt(id)}
          />
        )}
        <MoreMenu start={{ kind: 'booking', id }} onErased={onErased}>
          {mayWrite && (isNoShow || mayMiss) && (
            <MenuItem
              text={isNoShow ? 'ノーショーを取り消す' : 'ノーショーにする'}
              onClick={() => void setNoShow(shownBooking(booking, borderRoom), !isNoShow)}
            />
          )}
          {mayWrite && cancel && (
            <MenuItem text="予約取消…" intent="danger" onClick={() => setAsked('cancel')} />
          )}
          {mayWrite && returnToAutoFail && (
            <MenuItem text="自動登録失敗に戻す…" intent="danger" onClick={() => setAsked('return')} />
          )}
        </MoreMenu>
      </div>
      {asked && <EndQuestion booking={booking} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
