// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.

import { type DeskList, isDone } from '@domain/calendar/front-desk.js';
import { stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import { type KeyboardEvent, memo, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { partyText } from '../imports/record-texts.js';
import { todayAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue, useWrite } from '../shared/store.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { isKey } from '../shared/ui/keys.js';
import { TwoLineCell } from '../shared/ui/TwoLineCell.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { useVisibleLines } from '../shared/ui/use-visible-lines.js';
import { bookingAddress, DeskPayment, DeskRowActions, ROW_KEYS, ROW_PREFIX } from './DeskRowActions.js';
import type { DeskBooking } from './desk.js';
import { expectation, guestsText, LIST_NAMES, marksOf, nightsText } from './desk-texts.js';
import { currentDeskRowAtom, deskRowsAtom, shownListAtom } from './desk-view.js';

const ROW_HEIGHT = 42;
const COLUMNS = ['部屋', '宿泊者', '人数', '宿泊期間', '料金', '支払', '予約媒体', '備考', '操作'];
const STEPS: [KeyName, number][] = [
  ['deskUp', -1],
  ['deskDown', 1],
  ['deskPageUp', -10],
  ['deskPageDown', 10],
  ['deskStart', Number.NEGATIVE_INFINITY],
  ['deskEnd', Number.POSITIVE_INFINITY],
];

/** The bookings of the shown list; only what is in sight is in the document. */
export function DeskTable() {
  const list = useValue(shownListAtom);
  const rows = useValue(deskRowsAtom);
  const mayAct = useMay('desk');
  const navigate = useNavigate();
  const pane = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const lines = useMemo(
    () =>
      rows.map((booking, index) => ({
        key: String(booking.id),
        top: index * ROW_HEIGHT,
        height: ROW_HEIGHT,
        index,
        booking,
      })),
    [rows],
  );
  const chosen = useValue(currentDeskRowAtom);
  const choose = useWrite(currentDeskRowAtom);
  const focus = { pane, ids, chosen, choose, prefix: ROW_PREFIX, jump: 'deskJump' } as const;
  const { current, go, focusProps } = useRowFocus(focus);
  const visible = useVisibleLines(pane, lines, current);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.find(([name]) => isKey(event, name));
    const booking = rows.find(({ id }) => id === current);
    const onRow = event.target instanceof Element && event.target.matches('[data-booking]');
    const action = ROW_KEYS.find(({ key, writes }) => isKey(event, key) && (mayAct || !writes));
    if (step) go(step[1]);
    else if (booking && action) !event.repeat && action.run(booking);
    else if (booking && onRow && isKey(event, 'deskOpen')) navigate(bookingAddress(booking.id));
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={pane}
      role="grid"
      className="desk-table"
      aria-label={`${LIST_NAMES[list]}の一覧`}
      aria-rowcount={rows.length + 1}
      onKeyDown={onKeyDown}
      {...focusProps}
    >
      <div role="row" className="desk-columns" aria-rowindex={1}>
        {[list === 'arrivals' ? '到着予定' : '出発予定', ...COLUMNS].map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="desk-lines" style={{ height: rows.length * ROW_HEIGHT }}>
        {visible.map(({ key, top, index, booking }) => (
          <DeskRow
            key={key}
            list={list}
            booking={booking}
            current={booking.id === current}
            top={top}
            index={index}
          />
        ))}
      </div>
    </div>
  );
}

type DeskRowProps = { list: DeskList; booking: DeskBooking; current: boolean; top: number; index: number };

/** A booking at the desk: when, where, who, what is to be paid, and what can be done. */
const DeskRow = memo(function DeskRow({ list, booking, current, top, index }: DeskRowProps) {
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
      <TwoLineCell {...expectation(list, booking, today)} />
      <TwoLineCell first={roomNumber || '部屋なし'} second={roomKind} strong />
      <TwoLineCell first={guestsText(booking)} second={[kana, reserver].filter(Boolean).join('　')} strong />
      <TwoLineCell first={partyText(record)} second="" />
      <TwoLineCell
        first={stayRangeText({ start: booking.stayStart, end: booking.stayEnd })}
        second={nightsText(booking, today)}
      />
      <div role="gridcell" className="queue-cell queue-fee">
        <span className="first">{yenText(record.total_fee)}</span>
        {record.used_points > 0 && <span className="second">{`${record.used_points}pt利用`}</span>}
      </div>
      <DeskPayment record={record} />
      <TwoLineCell first={record.booking_source} second={record.booking_number} />
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
