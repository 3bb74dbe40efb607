import { Button } from '@blueprintjs/core';
import { amountDue } from '@domain/reservation/account.js';
import { useEffect, useEffectEvent, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { askedVerbAtom } from '../booking/asked-verb.atoms.js';
import { buttonText, isAllowed, nextVerb } from '../booking/booking-verbs.js';
import { type FormValues, formValuesOf } from '../booking/form-values.js';
import { HistoryButton } from '../booking/history/HistoryButton.js';
import { MoreMenu } from '../booking/history/MoreMenu.js';
import { OpenFee } from '../booking/OpenFee.js';
import { beginAnotherRoom, beginCopy } from '../booking/open-form.js';
import { VerbEntries } from '../booking/VerbEntries.js';
import { VerbQuestion } from '../booking/VerbQuestion.js';
import { GuestCardButton, GuestWords } from '../guest-card/GuestCardButton.js';
import { panelCard } from '../guest-card/guest-card.js';
import { MissingWord, RegisterButton } from '../guest-register/RegisterButton.js';
import { AccountButton } from '../payment/AccountButton.js';
import { printReceipt } from '../payment/receipt.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { todayAtom } from '../shared/hotel.js';
import { openPanel, paidHereAtom, panelBeginsAtom } from '../shared/open-panel.js';
import { bookingAddress, SCREENS } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { CardButton } from './CardButton.js';
import { PrimaryButton, useVerbs } from './PrimaryAction.js';

/** True once something was paid for a booking, here or elsewhere, or a cancelled one owes a fee. */
function hasPaper({ payment_flag, balance, total_fee, used_points, is_cancelled }: ReservationData): boolean {
  if (is_cancelled === 1 && balance > 0) return true;
  return payment_flag === 1 || balance < amountDue({ totalFee: total_fee, usedPoints: used_points });
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

const isInHouse = ({ checkin_date, checkout_date }: ReservationData) =>
  checkin_date !== null && checkout_date === null;

/** The next step of a booking, and its other actions; questions are asked in place. */
export function BookingActions({ booking, onErased }: { booking: ReservationData; onErased: () => unknown }) {
  const navigate = useNavigate();
  const today = useValue(todayAtom);
  const mayWrite = useMay('desk');
  const paidHere = useValue(paidHereAtom);
  const asked = useValue(askedVerbAtom);
  const place = useId();
  const { id, borderRoom: roomNumber, smoking_status } = booking;
  const acted = { id, roomNumber, record: booking };
  const { isBusy, start } = useVerbs(acted, place);
  const next = today && mayWrite ? nextVerb(acted, today) : null;
  const begin = useEffectEvent((of: number) => {
    if (store.get(panelBeginsAtom) !== of) return;
    store.set(panelBeginsAtom, null);
    if (next) void start(next);
  });
  useEffect(() => void begin(id), [id]);
  const isMissed = booking.no_show === 1;
  useEffect(() => {
    const cancel = () => {
      const open = store.get(askedVerbAtom);
      if (open?.place === place && open.booking.id === id) open.cancel();
    };
    return cancel;
  }, [place, id]);
  const inForm = (begin: (values: FormValues) => void) => {
    begin(formValuesOf(booking, smoking_status));
    navigate(SCREENS.registration.path);
  };
  return (
    <>
      <Party booking={booking} />
      <GuestWords bookingId={id} resource={panelCard} />
      {mayWrite && isInHouse(booking) && (
        <MissingWord bookingId={id} title={`${roomNumber} ${booking.guest_name_1}`} />
      )}
      {asked?.place === place ? (
        <VerbQuestion asked={asked} />
      ) : (
        next && (
          <PrimaryButton text={buttonText(next, acted)} isBusy={isBusy} onClick={() => void start(next)} />
        )
      )}
      {mayWrite && booking.is_cancelled === 1 && <OpenFee booking={acted} />}
      <div className="booking-panel-buttons">
        <Button size="small" text={mayWrite ? '編集' : '開く'} onClick={() => navigate(bookingAddress(id))} />
        {mayWrite && (
          <>
            <Button
              size="small"
              text="もう1室"
              data-tooltip="同じ宿泊者・同じ日程で、もう1室予約する"
              onClick={() => inForm((values) => beginAnotherRoom(values, booking, roomNumber))}
            />
            <Button
              size="small"
              text="複製"
              data-tooltip="同じ宿泊者で、別の日程の予約を始める"
              onClick={() => inForm(beginCopy)}
            />
          </>
        )}
        {mayWrite && isMissed && today && isAllowed('cancel', acted, today) && (
          <Button size="small" intent="danger" text="予約取消" onClick={() => void start('cancel')} />
        )}
        <HistoryButton id={id} small />
        <CardButton booking={booking} />
        <GuestCardButton bookingId={id} />
        {mayWrite && <RegisterButton bookingId={id} title={`${roomNumber} ${booking.guest_name_1}`} />}
        {mayWrite && hasPaper(booking) && (
          <Button
            className={paidHere === id ? 'paid-just-now' : undefined}
            size="small"
            text="領収書"
            onClick={() => printReceipt(id)}
          />
        )}
        {mayWrite && <AccountButton booking={booking} roomNumber={roomNumber} />}
        <MoreMenu start={{ kind: 'booking', id }} onErased={onErased}>
          {mayWrite && <VerbEntries booking={acted} isShown={(name) => name !== next} onChoose={start} />}
        </MoreMenu>
      </div>
    </>
  );
}
