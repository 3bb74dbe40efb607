import './booking-panel.css';
import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { stayText, yenText } from '@domain/calendar/stay-text.js';
import type { CsvFormData } from '@wire/csv-record.js';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { BookingHead } from '../booking/BookingHead.js';
import { ImportedNotice } from '../booking/ImportedNotice.js';
import { askedDismissalAtom } from '../imports/record-actions.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { lookingAtom } from '../shared/live/connection.js';
import { corporateNameAtom, paymentNameAtom } from '../shared/masters.js';
import { closePanel, openPanel, type PanelTarget, panelListAtom } from '../shared/open-panel.js';
import { recordAddress } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { BookingActions } from './BookingActions.js';
import { Followed, panelBooking, panelRecord } from './Followed.js';
import { PrimaryButton } from './PrimaryAction.js';
import { usePanelFocus } from './use-panel-focus.js';

/** A record of the queue: who it is about, why it waits, and the one thing to do about it. */
function RecordPane({ record }: { record: CsvFormData }) {
  const navigate = useNavigate();
  const mayWrite = useMay('desk');
  const pane = usePanelFocus();
  const { id, kind, status, guest_name_1, stay_start, stay_end } = record;
  const isCancellation = kind === 'キャンセル';
  return (
    <div ref={pane} className="booking-pane stack">
      <div className="booking-head">
        <h2>
          {`${guest_name_1} `}
          {stay_start && stay_end && (
            <span className="editing-stay">{stayText({ start: stay_start, end: stay_end })}</span>
          )}
        </h2>
      </div>
      {mayWrite && status === 'failed' && (
        <PrimaryButton
          text={isCancellation ? 'このキャンセルを確認済みにする' : '部屋を選んで登録'}
          onClick={() =>
            isCancellation ? store.set(askedDismissalAtom, record) : navigate(recordAddress(id))
          }
        />
      )}
      <ImportedNotice record={record} />
    </div>
  );
}

/** Lists what is to be known of a booking besides its head; empty lines are left out. */
function Facts({ booking }: { booking: ReservationData }) {
  const company = useValue(corporateNameAtom)(booking.corporateID);
  const way = useValue(paymentNameAtom)(booking.payment_type);
  const facts: [string, string | undefined][] = [
    ['予約者名', booking.reserver_name],
    ['電話番号', booking.tel],
    ['宿泊者名2', booking.guest_name_2],
    ['チェックイン時間', booking.checkin_time],
    ['合計料金', yenText(booking.total_fee)],
    ['利用ポイント', booking.used_points > 0 ? `${booking.used_points}pt` : ''],
    ['支払方法', way],
    ['法人', company],
    ['予約媒体', [booking.booking_source, booking.booking_number].filter(Boolean).join(' ')],
    ['備考', booking.notes],
  ];
  return (
    <dl className="panel-facts">
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

/** A booking in the panel: its head, what can be done with it, and the rest to read. */
function BookingPane({ booking }: { booking: ReservationData }) {
  const pane = usePanelFocus();
  const { id, borderRoom, room_type } = booking;
  return (
    <div ref={pane} className="booking-pane stack">
      <BookingHead record={booking} roomNumber={borderRoom} roomType={room_type} />
      <BookingActions booking={booking} onErased={() => openPanel({ kind: 'booking', id })} />
      <Facts booking={booking} />
    </div>
  );
}

/** The next of the list that the panel was opened from. */
function NextButton({ target }: { target: PanelTarget }) {
  const list = useValue(panelListAtom);
  const next = list.includes(target.id) ? list[list.indexOf(target.id) + 1] : undefined;
  const show = () => next !== undefined && openPanel({ ...target, id: next }, list);
  useKey('panelNext', show);
  if (next === undefined) return null;
  return (
    <Button
      className="panel-next"
      size="small"
      text="次へ"
      {...keyProps('panelNext', '一覧の次へ')}
      onClick={show}
    />
  );
}

/** A booking or an imported record at the right of the screen, wherever it was met. */
export function BookingPanel({ target }: { target: PanelTarget }) {
  const { kind, id } = target;
  // An open menu takes Escape itself.
  useKey('panelClose', () => (document.querySelector('[role="menu"]') ? false : closePanel()));
  useEffect(() => {
    store.set(lookingAtom, kind === 'booking' ? id : null);
    return () => store.set(lookingAtom, null);
  }, [kind, id]);
  return (
    <aside className="booking-panel vertical" aria-label="予約の内容">
      <div className="booking-panel-bar row">
        <NextButton target={target} />
        <Button
          className="panel-close"
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label="閉じる"
          {...keyProps('panelClose', '閉じる')}
          onClick={closePanel}
        />
      </div>
      {kind === 'booking' ? (
        <Followed resource={panelBooking} id={id}>
          {(booking) => <BookingPane booking={booking} />}
        </Followed>
      ) : (
        <Followed resource={panelRecord} id={id}>
          {(record) => <RecordPane record={record} />}
        </Followed>
      )}
    </aside>
  );
}
