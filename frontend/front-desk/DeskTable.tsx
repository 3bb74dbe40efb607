import { type DeskList, isDone } from '@domain/calendar/front-desk.js';
import { stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { openCard } from '../guest-card/guest-card.js';
import { partyText } from '../imports/record-texts.js';
import { AccountDialog } from '../payment/AccountDialog.js';
import { printReceipt } from '../payment/receipt.js';
import { minuteOfTodayAtom } from '../shared/minute-of-today.js';
import { isRoomOf } from '../shared/offline-cache/find-cached.js';
import { showInPanel } from '../shared/open-panel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { DataGrid, type GridColumn, type MenuPoint, TwoLines } from '../shared/ui/DataGrid.js';
import { isKey } from '../shared/ui/keys.js';
import { printCards } from './DeskPrinting.js';
import type { DeskBooking } from './desk.js';
import { deskDayAtom } from './desk-days.js';
import { expectation, expectationName, guestsText, LIST_NAMES, marksOf, nightsText } from './desk-texts.js';
import {
  currentDeskRowAtom,
  deskRowsAtom,
  deskWordsAtom,
  openDeskPanel,
  openDeskRegister,
  shownListAtom,
} from './desk-view.js';
import { Company } from './InvoiceSums.js';
import { RowKeys } from './RowKeys.js';
import { RowMenu } from './RowMenu.js';
import { DeskPayment, doAtDesk, verbOfKey } from './row-keys.js';

const idOf = ({ id }: DeskBooking) => id;

/** The room of a booking, marked when the filter names it. */
function Room({ booking }: { booking: DeskBooking }) {
  const words = useValue(deskWordsAtom);
  const { roomNumber, roomKind } = booking;
  const first = isRoomOf(words, booking) ? (
    <>
      {roomNumber} <span className="grid-mark">部屋</span>
    </>
  ) : (
    roomNumber || '部屋なし'
  );
  return <TwoLines first={first} second={roomKind} strong />;
}

/** Shows what is special about a booking, how to reach its guest, and the notes. */
function Remarks({ booking }: { booking: DeskBooking }) {
  const { tel, notes } = booking.record;
  const marks = marksOf(booking);
  const first = (
    <>
      {marks.map((mark) => (
        <span key={mark} className="grid-mark">
          {mark}
        </span>
      ))}
      {tel}
    </>
  );
  return (
    <TwoLines first={first} second={notes} tooltip={[...marks, tel, notes].filter(Boolean).join('\n')} />
  );
}

/** A booking at the desk: when, where, who, what is to be paid, and what can be done. */
function columnsOf(list: DeskList, today: Day, now: number): readonly GridColumn<DeskBooking>[] {
  return [
    {
      name: 'expected',
      heading: expectationName(list),
      width: list === 'arrivals' ? '124px' : '82px',
      cell: (booking) => <TwoLines {...expectation(list, booking, today, now)} />,
    },
    {
      name: 'room',
      heading: '部屋',
      width: '98px',
      cell: (booking) => <Room booking={booking} />,
    },
    {
      name: 'guest',
      heading: '宿泊者',
      width: 'minmax(130px, 1.5fr)',
      cell: (booking) => {
        const { guest_name_1, guest_name1_kana, reserver_name } = booking.record;
        const reserver = reserver_name === guest_name_1 ? '' : `予約者 ${reserver_name}`;
        const second = [guest_name1_kana, reserver].filter(Boolean).join('　');
        return <TwoLines first={guestsText(booking)} second={second} strong />;
      },
    },
    {
      name: 'party',
      heading: '人数',
      width: '62px',
      cell: ({ record }) => <TwoLines first={partyText(record)} />,
    },
    {
      name: 'stay',
      heading: '宿泊期間',
      width: '154px',
      cell: (booking) => (
        <TwoLines
          first={stayRangeText({ start: booking.stayStart, end: booking.stayEnd })}
          second={nightsText(booking, today)}
        />
      ),
    },
    {
      name: 'fee',
      heading: '料金',
      width: '98px',
      align: 'end',
      cell: ({ record: { total_fee, used_points } }) => (
        <TwoLines first={yenText(total_fee)} second={used_points > 0 && `${used_points}pt利用`} />
      ),
    },
    {
      name: 'payment',
      heading: '支払',
      width: '92px',
      cell: ({ record }) => <DeskPayment record={record} />,
    },
    {
      name: 'source',
      heading: list === 'invoices' ? '法人' : '予約媒体',
      width: 'minmax(86px, 0.9fr)',
      cell: ({ record }) =>
        list === 'invoices' ? (
          <Company record={record} />
        ) : (
          <TwoLines first={record.booking_source} second={record.booking_number} />
        ),
    },
    {
      name: 'notes',
      heading: '備考',
      width: 'minmax(126px, 1.5fr)',
      cell: (booking) => <Remarks booking={booking} />,
    },
  ];
}

/** The bookings of the shown list. */
export function DeskTable({ today }: { today: Day }) {
  const list = useValue(shownListAtom);
  const mayAct = useMay('desk');
  const now = useValue(minuteOfTodayAtom);
  const columns = useMemo(() => columnsOf(list, today, now), [list, today, now]);
  const attributes = useMemo(
    () => (booking: DeskBooking) => ({
      'data-booking': booking.id,
      'data-done': isDone(list, booking) || undefined,
    }),
    [list],
  );
  const [menu, setMenu] = useState<{ id: number; at: MenuPoint } | null>(null);
  const [adding, setAdding] = useState<number | null>(null);
  const rows = useValue(deskRowsAtom);
  const current = useValue(currentDeskRowAtom);
  const onKey = (event: KeyboardEvent, booking: DeskBooking, isOnRow: boolean) => {
    const verb = mayAct && !event.repeat ? verbOfKey(event, booking, today) : undefined;
    if (verb) void doAtDesk(verb, booking);
    else if (isKey(event, 'deskCard')) printCards([booking]);
    else if (isKey(event, 'deskRegister') && mayAct) openDeskRegister(booking);
    else if (isKey(event, 'deskGuest')) openCard(booking.id);
    else if (isKey(event, 'deskCharge') && mayAct && !event.repeat) setAdding(booking.id);
    else if (isKey(event, 'deskReceipt') && mayAct && booking.paymentFlag === 1) printReceipt(booking.id);
    else if (isOnRow && isKey(event, 'deskOpen')) openDeskPanel(booking.id);
    else return false;
    return true;
  };
  const asked = menu && rows.find(({ id }) => id === menu.id);
  const added = rows.find(({ id }) => id === adding);
  return (
    <>
      <DataGrid
        keys="desk"
        label={`${LIST_NAMES[list]}の一覧`}
        rowHeight={42}
        minWidth={854}
        staysIn={`${list} ${useValue(deskDayAtom)}`}
        currentAtom={currentDeskRowAtom}
        onPick={(_event, { id }) => openDeskPanel(id)}
        onStep={(_event, _from, { id }) => showInPanel({ kind: 'booking', id })}
        onMenu={({ id }, at) => setMenu({ id, at })}
        {...{ columns, rows, idOf, attributes, onKey }}
      />
      <RowKeys booking={rows.find(({ id }) => id === current)} />
      {menu && asked && (
        <RowMenu booking={asked} at={menu.at} onCharge={setAdding} onClose={() => setMenu(null)} />
      )}
      {added && (
        <AccountDialog
          booking={added.record}
          roomNumber={added.roomNumber}
          isForCharges
          onClose={() => setAdding(null)}
        />
      )}
    </>
  );
}
