// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
import { Button } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { isRegistrable } from '@domain/imports/decide-registration.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { DuplicateLinks } from './DuplicateLinks.js';
import { partyText, recordAddress, roomTypeText, stayTexts } from './record-texts.js';
import { askedDismissalAtom, dismiss } from './dismissals.js';
import { todayAtom } from '../shared/hotel.js';
import { retryingAtom, retryOne } from './retry-records.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { keyProps } from '../shared/ui/keys.js';
import { TwoLines } from '../shared/ui/TwoLines.js';
import { Waiting } from './Waiting.js';

/** 対応済みにする, once a reason is given, or back into the queue. */
export function turnDismissal(record: CsvRecord): void {
  if (record.status === 'dismissed') void dismiss(record, null);
  else store.set(askedDismissalAtom, record);
}

/** What the element ids of the rows begin with. */
export const ROW_PREFIX = 'queue-row-';

type QueueRowProps = { record: CsvRecord; grouped: boolean; current: boolean; top: number; index: number };

function StayCell({ record }: { record: CsvRecord }) {
  const today = useValue(todayAtom);
  const { start, nights } = stayTexts(record);
  const day = record.stay_start;
  const near = day !== null && today !== null && day <= addDays(today, 1);
  const word = near && (day === today ? '今日' : day < today ? '過去' : '明日');
  return <TwoLines first={start} second={[nights, word].filter(Boolean).join(' ')} urgent={near} />;
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
export const QueueRow = memo(function QueueRow({ record, grouped, current, top, index }: QueueRowProps) {
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
      <TwoLines
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
      <TwoLines first={record.booking_number || '(番号なし)'} second={record.site} />
      <TwoLines
        first={record.room_symbol || roomTypeText(record)}
        second={record.room_symbol && record.room_name}
      />
      <div role="gridcell" className="queue-cell queue-fee">
        <span className="first">{yenText(record.total_fee)}</span>
        {warnings.length > 0 && <span className="second queue-warning">{warnings.join('、')}</span>}
      </div>
      <TwoLines first={file ? `${file.line}行目` : ''} second={file?.name ?? ''} />
      <RowActions record={record} current={current} />
    </div>
  );
});
