// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.

import { Button } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { isRegistrable } from '@domain/imports/decide-registration.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { type KeyboardEvent, memo, useMemo, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { todayAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue, useWrite } from '../shared/store.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { isKey, keyProps } from '../shared/ui/keys.js';
import { TwoLineCell } from '../shared/ui/TwoLineCell.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { useVisibleLines } from '../shared/ui/use-visible-lines.js';
import { DuplicateLinks } from './DuplicateLinks.js';
import { askedDismissalAtom, dismiss } from './dismissals.js';
import { nowAtom } from './ImportPane.js';
import {
  currentRecordAtom,
  heightOf,
  listAtom,
  type QueueGroup,
  queueGroupsAtom,
  queueLines,
} from './queue-view.js';
import { partyText, recordAddress, roomTypeText, stayTexts, waitingText } from './record-texts.js';
import { retryingAtom, retryOne } from './retry-records.js';

const COLUMNS = [
  '理由',
  '経過',
  'チェックイン',
  '宿泊者',
  '予約番号',
  '部屋タイプ',
  '料金',
  '取込元',
  '操作',
];
const STEPS: [KeyName, number][] = [
  ['queueUp', -1],
  ['queueDown', 1],
  ['queuePageUp', -10],
  ['queuePageDown', 10],
  ['queueStart', Number.NEGATIVE_INFINITY],
  ['queueEnd', Number.POSITIVE_INFINITY],
];

/** The failed records, rooms of one reservation together; only what is in sight is in the document. */
export function QueueTable() {
  const groups = useValue(queueGroupsAtom);
  const lines = useMemo(() => queueLines(groups), [groups]);
  const records = useMemo(() => groups.flatMap((group) => group.records), [groups]);
  const mayRetry = useMay('desk');
  const list = useValue(listAtom);
  const pane = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const ids = useMemo(() => records.map(({ id }) => id), [records]);
  const chosen = useValue(currentRecordAtom);
  const choose = useWrite(currentRecordAtom);
  const rows = { pane, ids, chosen, choose, prefix: ROW_PREFIX, jump: 'queueJump' } as const;
  const { current, go, focusProps } = useRowFocus(rows);
  const visible = useVisibleLines(pane, lines, current);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.find(([name]) => isKey(event, name));
    const record = records.find(({ id }) => id === current);
    const onRow = event.target instanceof Element && event.target.matches('[data-record]');
    if (step) go(step[1]);
    else if (record && mayRetry && isRegistrable(record) && isKey(event, 'queueRetry')) void retryOne(record);
    else if (record && mayRetry && isKey(event, 'queueDismiss')) turnDismissal(record);
    else if (record && onRow && isKey(event, 'queueOpen')) navigate(recordAddress(record.id));
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={pane}
      role="grid"
      className="queue-table"
      aria-label={list === 'failed' ? '自動登録失敗の一覧' : '対応済みの一覧'}
      aria-rowcount={lines.length + 1}
      onKeyDown={onKeyDown}
      {...focusProps}
    >
      <div role="row" className="queue-columns" aria-rowindex={1}>
        {COLUMNS.map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="queue-lines" style={{ height: heightOf(lines) }}>
        {visible.map(({ key, top, index, ...line }) =>
          line.kind === 'head' ? (
            <QueueHead key={key} group={line.group} top={top} index={index} />
          ) : (
            <QueueRow
              key={key}
              record={line.record}
              grouped={line.grouped}
              current={line.record.id === current}
              top={top}
              index={index}
            />
          ),
        )}
      </div>
    </div>
  );
}

/** How long something waits, since an instant. */
function Waiting({ since }: { since: string }) {
  const now = useValue(nowAtom);
  return (
    <time className="first" dateTime={since}>
      {waitingText(since, now)}
    </time>
  );
}

/** The heading of a reservation of several rooms. */
function QueueHead({ group, top, index }: { group: QueueGroup; top: number; index: number }) {
  const [first] = group.records;
  if (!first) return null;
  const { start, nights } = stayTexts(first);
  return (
    <div role="row" className="queue-head" style={{ top }} aria-rowindex={index + 2}>
      <div role="gridcell" aria-colspan={9}>
        <strong>{`${first.site} ${first.booking_number}`}</strong>
        <span>{first.guest_name_1}</span>
        <span>{`${start} ${nights}`}</span>
        <span className="queue-mark">{`${first.rooms}室中${group.records.length}室が失敗`}</span>
      </div>
    </div>
  );
}

/** 対応済みにする, once a reason is given, or back into the queue. */
function turnDismissal(record: CsvRecord): void {
  if (record.status === 'dismissed') void dismiss(record, null);
  else store.set(askedDismissalAtom, record);
}

/** What the element ids of the rows begin with. */
const ROW_PREFIX = 'queue-row-';

type QueueRowProps = { record: CsvRecord; grouped: boolean; current: boolean; top: number; index: number };

function StayCell({ record }: { record: CsvRecord }) {
  const today = useValue(todayAtom);
  const { start, nights } = stayTexts(record);
  const day = record.stay_start;
  const near = day !== null && today !== null && day <= addDays(today, 1);
  const word = near && (day === today ? '今日' : day < today ? '過去' : '明日');
  return <TwoLineCell first={start} second={[nights, word].filter(Boolean).join(' ')} urgent={near} />;
}

function RowActions({ record, current }: { record: CsvRecord; current: boolean }) {
  const retrying = useValue(retryingAtom);
  const mayRetry = useMay('desk');
  const tabIndex = current ? 0 : -1;
  const isDismissed = record.status === 'dismissed';
  return (
    <div role="gridcell" className="queue-actions">
      <Link
        className="bp6-button bp6-small"
        to={recordAddress(record.id)}
        tabIndex={tabIndex}
        {...keyProps('queueOpen', 'フォームで開く')}
      >
        開く
      </Link>
      {mayRetry && isRegistrable(record) && (
        <Button
          size="small"
          text="再試行"
          tabIndex={tabIndex}
          aria-disabled={retrying !== null}
          {...keyProps('queueRetry', '再試行')}
          onClick={() => retryOne(record)}
        />
      )}
      {record.kind === 'キャンセル' && record.booking_id !== null && (
        <Link
          className="bp6-button bp6-small"
          to={`/reservation-registration/${record.booking_id}`}
          tabIndex={tabIndex}
        >
          元の予約
        </Link>
      )}
      {mayRetry && (
        <Button
          size="small"
          text={isDismissed ? '戻す' : '対応済み'}
          aria-label={isDismissed ? '失敗の一覧に戻す' : '対応済みにする'}
          tabIndex={tabIndex}
          {...keyProps('queueDismiss', isDismissed ? '失敗の一覧に戻す' : '対応済みにする')}
          onClick={() => turnDismissal(record)}
        />
      )}
    </div>
  );
}

/** A failed or dismissed record: why, how long, who, when, what, from where. */
const QueueRow = memo(function QueueRow({ record, grouped, current, top, index }: QueueRowProps) {
  const { id, reason, detail, dismissed_reason, room_index, rooms, kind, file, duplicates, warnings } =
    record;
  const room = rooms > 1 ? `${room_index}/${rooms}室` : '';
  return (
    <div
      role="row"
      id={`${ROW_PREFIX}${id}`}
      className="queue-row"
      data-record={id}
      data-grouped={grouped || undefined}
      aria-rowindex={index + 2}
      tabIndex={current ? 0 : -1}
      style={{ top }}
    >
      <TwoLineCell
        first={dismissed_reason ?? reason ?? '未処理'}
        second={dismissed_reason === null ? detail : (reason ?? '')}
        strong
        mark={room}
      />
      <div role="gridcell" className="queue-cell">
        <Waiting since={record.updated_at} />
        <span className="second">{kind}</span>
      </div>
      <StayCell record={record} />
      <div role="gridcell" className="queue-cell">
        <span
          className="first"
          data-tooltip={[record.guest_name1_kana, record.tel].filter(Boolean).join('\n')}
        >
          {record.guest_name_1 || '(宿泊者名なし)'}
        </span>
        <span className="second">
          {partyText(record)}
          <DuplicateLinks duplicates={duplicates} tabIndex={current ? 0 : -1} />
        </span>
      </div>
      <TwoLineCell first={record.booking_number || '(番号なし)'} second={record.site} />
      <TwoLineCell
        first={record.room_symbol || roomTypeText(record)}
        second={record.room_symbol && record.room_name}
      />
      <div role="gridcell" className="queue-cell queue-fee">
        <span className="first">{yenText(record.total_fee)}</span>
        {warnings.length > 0 && <span className="second queue-warning">{warnings.join('、')}</span>}
      </div>
      <TwoLineCell first={file ? `${file.line}行目` : ''} second={file?.name ?? ''} />
      <RowActions record={record} current={current} />
    </div>
  );
});
