// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
import { type DeskList, isDone } from '@domain/calendar/front-desk.js';
import { stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import { memo } from 'react';
import { partyText } from '../imports/record-texts.js';
import type { DeskBooking } from './desk-booking.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { TwoLines } from '../shared/ui/TwoLines.js';
import { DeskPayment } from './DeskPayment.js';
import { DeskRowActions } from './DeskRowActions.js';
import { expectation, guestsText, marksOf, nightsText } from './desk-texts.js';
import { ROW_PREFIX } from './focus-desk-row.js';

type DeskRowProps = { list: DeskList; booking: DeskBooking; current: boolean; top: number; index: number };

/** A booking at the desk: when, where, who, what is to be paid, and what can be done. */
export const DeskRow = memo(function DeskRow({ list, booking, current, top, index }: DeskRowProps) {
  const today = useValue(todayAtom);
  if (!today) return null;
  const { id, roomNumber, roomKind, record } = booking;
  const kana = record.guest_name1_kana;
  const reserver = record.reserver_name === record.guest_name_1 ? '' : `予約者 ${record.reserver_name}`;
  return (
    <div
      role="row"
      id={`${ROW_PREFIX}${id}`}
      className="desk-row"
      data-booking={id}
      data-done={isDone(list, booking) || undefined}
      aria-rowindex={index + 2}
      tabIndex={current ? 0 : -1}
      style={{ top }}
    >
      <TwoLines {...expectation(list, booking, today)} />
      <TwoLines first={roomNumber || '部屋なし'} second={roomKind} strong />
      <TwoLines first={guestsText(booking)} second={[kana, reserver].filter(Boolean).join('　')} strong />
      <TwoLines first={partyText(record)} second="" />
      <TwoLines
        first={stayRangeText({ start: booking.stayStart, end: booking.stayEnd })}
        second={nightsText(booking, today)}
      />
      <div role="gridcell" className="queue-cell queue-fee">
        <span className="first">{yenText(record.total_fee)}</span>
        {record.used_points > 0 && <span className="second">{`${record.used_points}pt利用`}</span>}
      </div>
      <DeskPayment record={record} />
      <TwoLines first={record.booking_source} second={record.booking_number} />
      <div
        role="gridcell"
        className="queue-cell"
        data-tooltip={[...marksOf(booking), record.tel, record.notes].filter(Boolean).join('\n')}
      >
        <span className="first">
          {marksOf(booking).map((mark) => (
            <span key={mark} className="queue-mark">
              {mark}
            </span>
          ))}
          {record.tel}
        </span>
        {record.notes && <span className="second">{record.notes}</span>}
      </div>
      <DeskRowActions booking={booking} current={current} />
    </div>
  );
});
