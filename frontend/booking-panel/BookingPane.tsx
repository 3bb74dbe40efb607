import { Button, Callout, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { yenText } from '@domain/calendar/stay-text.js';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BookingHead } from '../booking/BookingHead.js';
import { cancelBookings, returnBooking } from '../booking/booking-actions.js';
import { actionsOf } from '../booking/form-mode.js';
import { type FormValues, valuesOf } from '../booking/form-values.js';
import { ErasurePlace } from '../booking/history/ErasureButton.js';
import { prepareErasure } from '../booking/history/erasure.js';
import { HistoryButton } from '../booking/history/HistoryButton.js';
import { beginAnotherRoom, beginCopy } from '../booking/open-form.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { shownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { todayAtom } from '../shared/hotel.js';
import { corporatesAtom, paymentsAtom } from '../shared/masters.js';
import { openPanel, panelFocusAtom } from '../shared/open-panel.js';
import { bookingAddress, SCREENS } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { PrimaryAction } from './PrimaryAction.js';
import { usePanelFocus } from './use-panel-focus.js';

type Question = 'cancel' | 'return' | null;

/** Asks in place about what takes the booking off the calendar; of a party, which of its bookings. */
function EndQuestion(props: { booking: ReservationData; asked: 'cancel' | 'return'; onClose: () => void }) {
  const { booking, asked, onClose } = props;
  const acted = shownBooking(booking, booking.borderRoom);
  const party = booking.party.filter(({ is_cancelled, checkin_date }) => is_cancelled === 0 && !checkin_date);
  const run = (work: () => Promise<boolean>) => async () => {
    onClose();
    await work();
  };
  const isCancel = asked === 'cancel';
  return (
    <Callout
      compact
      intent="danger"
      icon={null}
      role="alertdialog"
      aria-label={isCancel ? '予約取消の確認' : '自動登録失敗に戻す確認'}
    >
      <p>
        {isCancel
          ? 'この予約を取り消します。よろしいですか？'
          : 'この予約を取り消し、手間いらずの自動登録失敗に戻します。よろしいですか？'}
      </p>
      <div className="booking-panel-buttons">
        {isCancel ? (
          <Button
            autoFocus
            intent="danger"
            text={party.length > 0 ? `${booking.borderRoom}号室だけ取消` : '予約取消'}
            onClick={run(() => cancelBookings([acted]))}
          />
        ) : (
          <Button
            autoFocus
            intent="danger"
            text="自動登録失敗に戻す"
            onClick={run(() => returnBooking(acted, booking.imported_record_id ?? 0))}
          />
        )}
        {isCancel && party.length > 0 && (
          <Button
            intent="danger"
            variant="outlined"
            text={`ご一行${party.length + 1}室をすべて取消`}
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

/** What is rarely done, behind ⋯. */
function MoreMenu({ booking, onAsk }: { booking: ReservationData; onAsk: (asked: Question) => void }) {
  const mayWrite = useMay('desk');
  const mayErase = useMay('manage');
  const { cancel, returnToAutoFail } = actionsOf({ kind: 'edit', booking });
  const { id } = booking;
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        animation="minimal"
        transitionDuration={0}
        content={
          <Menu aria-label="その他の操作">
            {mayWrite && cancel && (
              <MenuItem text="予約取消…" intent="danger" onClick={() => onAsk('cancel')} />
            )}
            {mayWrite && returnToAutoFail && (
              <MenuItem text="自動登録失敗に戻す…" intent="danger" onClick={() => onAsk('return')} />
            )}
            {mayErase && (
              <MenuItem
                text="個人情報の削除…"
                onClick={() =>
                  void prepareErasure({ kind: 'booking', id }, () => openPanel({ kind: 'booking', id }))
                }
              />
            )}
          </Menu>
        }
        renderTarget={({ ref, isOpen, ...target }) => (
          <Button
            ref={ref}
            {...target}
            size="small"
            active={isOpen}
            icon={<More />}
            aria-label="その他の操作"
          />
        )}
      />
      <ErasurePlace kind="booking" id={id} />
    </>
  );
}

/** The other rooms of the same party. */
function Party({ booking }: { booking: ReservationData }) {
  if (booking.party.length === 0) return null;
  return (
    <p className="booking-panel-party">
      同じご一行:{' '}
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

/** What is to be known of a booking besides its head; nothing that says nothing. */
function Facts({ booking }: { booking: ReservationData }) {
  const company = useValue(corporatesAtom).find(({ id }) => id === booking.corporateID);
  const way = useValue(paymentsAtom).find(({ id }) => id === booking.payment_type);
  const facts: [string, string | undefined][] = [
    ['予約者名', booking.reserver_name],
    ['電話番号', booking.tel],
    ['宿泊者名2', booking.guest_name_2],
    ['チェックイン時間', booking.checkin_time],
    ['合計料金', yenText(booking.total_fee)],
    ['利用ポイント', booking.used_points > 0 ? `${booking.used_points}pt` : ''],
    ['支払方法', way?.payment_name],
    ['法人', company?.corporate_short_name],
    ['予約媒体', [booking.booking_source, booking.booking_number].filter(Boolean).join(' ')],
    ['備考', booking.notes],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A booking in the panel: its head, what is done next, what else can be done, and the rest to read. */
export function BookingPane({ booking }: { booking: ReservationData }) {
  const navigate = useNavigate();
  const today = useValue(todayAtom);
  const mayWrite = useMay('desk');
  const pane = usePanelFocus();
  const [asked, setAsked] = useState<Question>(null);
  const { id, borderRoom, room_type } = booking;
  const acted = shownBooking(booking, borderRoom);
  const inForm = (begin: (values: FormValues) => void) => {
    begin(valuesOf(booking, booking.smoking_status));
    navigate(SCREENS.registration.path);
  };
  const closeQuestion = () => {
    setAsked(null);
    store.set(panelFocusAtom, true);
  };
  return (
    <div ref={pane} className="booking-pane">
      <BookingHead record={booking} roomNumber={borderRoom} roomType={room_type} />
      <Party booking={booking} />
      {mayWrite && today && <PrimaryAction booking={booking} acted={acted} today={today} />}
      <div className="booking-panel-buttons">
        <Button size="small" text={mayWrite ? '編集' : '開く'} onClick={() => navigate(bookingAddress(id))} />
        {mayWrite && (
          <Button
            size="small"
            text="もう1室"
            onClick={() => inForm((values) => beginAnotherRoom(values, booking, borderRoom))}
          />
        )}
        {mayWrite && <Button size="small" text="複製" onClick={() => inForm(beginCopy)} />}
        <HistoryButton id={id} small />
        <MoreMenu booking={booking} onAsk={setAsked} />
      </div>
      {asked && <EndQuestion booking={booking} asked={asked} onClose={closeQuestion} />}
      <Facts booking={booking} />
    </div>
  );
}
