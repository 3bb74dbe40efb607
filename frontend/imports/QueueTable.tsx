import { yenText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { isRegistrable } from '@domain/imports/decide-registration.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { type ComponentType, type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { todayAtom } from '../shared/hotel.js';
import { recordAddress } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { DataGrid, type GridColumn, TwoLines } from '../shared/ui/DataGrid.js';
import { focusField } from '../shared/ui/focus-field.js';
import { gridRowId } from '../shared/ui/grid-focus.js';
import { isKey } from '../shared/ui/keys.js';
import { DuplicateLinks } from './DuplicateLinks.js';
import { currentRecordAtom, listAtom, type QueueGroup, queueGroupsAtom } from './queue-view.js';
import { askedDismissalAtom, dismiss, isSettledHere, retryOne } from './record-actions.js';
import { partyText, roomTypeText, stayTexts, waitingText } from './record-texts.js';

const idOf = ({ id }: CsvRecord) => id;

const MINUTE_MS = 60_000;

/** Now, in milliseconds; updated each minute while it is shown. */
const nowAtom = atom(Date.now());
nowAtom.onMount = (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), MINUTE_MS);
  return () => clearInterval(timer);
};

/** Shows how long something waits, since an instant. */
function Waiting({ since }: { since: string }) {
  const now = useValue(nowAtom);
  return <time dateTime={since}>{waitingText(since, now)}</time>;
}

function Stay({ record }: { record: CsvRecord }) {
  const today = useValue(todayAtom);
  const { start, nights } = stayTexts(record, today);
  const day = record.stay_start;
  const near = day !== null && today !== null && day <= addDays(today, 1);
  const word = near && (day === today ? '今日' : day < today ? '過去' : '明日');
  return <TwoLines first={start} second={[nights, word].filter(Boolean).join(' ')} urgent={near} />;
}

/** 対応済みにする, once a reason is given, or back into the queue. */
function turnDismissal(record: CsvRecord): void {
  if (record.status === 'dismissed') void dismiss(record, null);
  else store.set(askedDismissalAtom, record);
}

/** A failed or dismissed record: why, how long, who, when, what, from where. */
const COLUMNS: readonly GridColumn<CsvRecord>[] = [
  {
    name: 'reason',
    heading: '理由',
    width: 'minmax(126px, 1.5fr)',
    cell: ({ reason, detail, dismissed_reason, rooms, room_index }) => (
      <TwoLines
        first={dismissed_reason ?? reason ?? '未処理'}
        second={dismissed_reason === null ? detail : (reason ?? '')}
        strong
        mark={rooms > 1 ? `${room_index}/${rooms}室` : ''}
      />
    ),
  },
  {
    name: 'waiting',
    heading: '経過',
    width: '74px',
    cell: ({ updated_at, kind }) => <TwoLines first={<Waiting since={updated_at} />} second={kind} />,
  },
  { name: 'stay', heading: 'チェックイン', width: '100px', cell: (record) => <Stay record={record} /> },
  {
    name: 'guest',
    heading: '宿泊者',
    width: 'minmax(106px, 1.2fr)',
    cell: (record, isCurrent) => (
      <TwoLines
        first={record.guest_name_1 || '(宿泊者名なし)'}
        second={
          <>
            {partyText(record)}
            <DuplicateLinks duplicates={record.duplicates} tabIndex={isCurrent ? 0 : -1} />
          </>
        }
        tooltip={[record.guest_name1_kana, record.tel].filter(Boolean).join('\n')}
      />
    ),
  },
  {
    name: 'number',
    heading: '予約番号',
    width: 'minmax(98px, 1.1fr)',
    cell: ({ booking_number, site }) => <TwoLines first={booking_number || '(番号なし)'} second={site} />,
  },
  {
    name: 'type',
    heading: '部屋タイプ',
    width: 'minmax(82px, 1fr)',
    cell: (record) => (
      <TwoLines
        first={record.room_symbol || roomTypeText(record)}
        second={record.room_symbol && record.room_name}
      />
    ),
  },
  {
    name: 'fee',
    heading: '料金',
    width: '74px',
    align: 'end',
    cell: ({ total_fee, warnings }) => (
      <TwoLines
        first={yenText(total_fee)}
        second={warnings.length > 0 && <span className="queue-warning">{warnings.join('、')}</span>}
        tooltip={warnings.join('\n')}
      />
    ),
  },
  {
    name: 'source',
    heading: '取込元',
    width: 'minmax(68px, 0.9fr)',
    cell: ({ file }) => <TwoLines first={file ? `${file.line}行目` : ''} second={file?.name} />,
  },
];

/** The heading of a reservation of several rooms. */
function groupHead({ records }: QueueGroup, first: CsvRecord) {
  const { start, nights } = stayTexts(first, store.get(todayAtom));
  return (
    <>
      <strong>{`${first.site} ${first.booking_number}`}</strong>
      <span>{first.guest_name_1}</span>
      <span>{`${start} ${nights}`}</span>
      <span className="grid-mark">{`${first.rooms}室中${records.length}室が失敗`}</span>
    </>
  );
}

/** A record beneath its row; `onDone` leads to the next row. */
export type ExpandedRowProps = { record: CsvRecord; onDone: () => void };
export type ExpandedRow = ComponentType<ExpandedRowProps>;

/** The element id of the one action of the expanded row. */
export const RECORD_ACTION_ID = 'record-action';

/** The failed or dismissed records, rooms of one reservation together; one of them is expanded at a time. */
export function QueueTable({ Expanded }: { Expanded: ExpandedRow }) {
  const groups = useValue(queueGroupsAtom);
  const list = useValue(listAtom);
  const mayRetry = useMay('desk');
  const navigate = useNavigate();
  const [expandedId, expand] = useState<number | null>(null);
  const records = useMemo(() => groups.flatMap((group) => group.records), [groups]);
  const severalRooms = useMemo(() => groups.filter((group) => group.records.length > 1), [groups]);
  const heads = useMemo(
    () =>
      new Map(
        severalRooms.flatMap((group) =>
          group.records.slice(0, 1).map((first) => [first.id, groupHead(group, first)]),
        ),
      ),
    [severalRooms],
  );
  const attributes = useMemo(() => {
    const grouped = new Set(severalRooms.flatMap((group) => group.records.map(idOf)));
    return ({ id }: CsvRecord) => ({ 'data-record': id, 'data-grouped': grouped.has(id) || undefined });
  }, [severalRooms]);
  const focusRow = (id: number) => {
    store.set(currentRecordAtom, id);
    document.getElementById(gridRowId('queue', id))?.focus();
  };
  const toNext = (done: CsvRecord) => {
    const left = new Set(store.get(queueGroupsAtom).flatMap((group) => group.records.map(idOf)));
    const at = records.findIndex(({ id }) => id === done.id);
    const others = [...records.slice(at + 1), ...records.slice(0, at).reverse()];
    const next = others.find(({ id }) => left.has(id));
    expand(null);
    if (next) focusRow(next.id);
  };
  const onKey = (event: KeyboardEvent, record: CsvRecord, isOnRow: boolean) => {
    const { id } = record;
    if (mayRetry && isRegistrable(record) && isKey(event, 'queueRetry')) void retryOne(record);
    else if (mayRetry && isKey(event, 'queueDismiss')) turnDismissal(record);
    else if (isKey(event, 'queueForm')) navigate(recordAddress(id));
    else if (expandedId === id && isKey(event, 'queueClose')) {
      expand(null);
      focusRow(id);
    } else if (!isOnRow || !isKey(event, 'queueOpen')) return false;
    else if (expandedId === id) focusField(RECORD_ACTION_ID);
    else expand(id);
    return true;
  };
  const onPick = ({ target }: MouseEvent, { id }: CsvRecord) => {
    if (target instanceof Element && target.closest('a') === null) expand(expandedId === id ? null : id);
  };
  const expanded = records.find(({ id }) => id === expandedId);
  return (
    <DataGrid
      keys="queue"
      label={list === 'failed' ? '自動登録失敗の一覧' : '対応済みの一覧'}
      columns={COLUMNS}
      rows={records}
      rowHeight={42}
      minWidth={720}
      staysIn={list}
      currentAtom={currentRecordAtom}
      expansion={
        expanded
          ? { id: expanded.id, content: <Expanded record={expanded} onDone={() => toNext(expanded)} /> }
          : null
      }
      onStep={() => expand(null)}
      {...{ idOf, heads, attributes, isSettledHere, onKey, onPick }}
    />
  );
}
