// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
import { isRegistrable } from '@domain/imports/decide-registration.js';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { recordAddress } from './record-texts.js';
import { listAtom } from './queue-filter.js';
import { currentRecordAtom, queueGroupsAtom } from './queue-view.js';
import { retryOne } from './retry-records.js';
import { useMay } from '../shared/session-staff.js';
import { useValue, useWrite } from '../shared/store.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { isKey } from '../shared/ui/keys.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { useVisibleLines } from '../shared/ui/use-visible-lines.js';
import { QueueHead } from './QueueHead.js';
import { QueueRow, ROW_PREFIX, turnDismissal } from './QueueRow.js';
import { heightOf, queueLines } from './queue-lines.js';

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
