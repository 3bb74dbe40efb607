import { Button, Classes, HTMLSelect } from '@blueprintjs/core';
import { isRegistrable } from '@domain/imports/decide-registration.js';
import { roomText } from '@domain/room/room-number.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { decodeRoomMonth } from '@wire/room-record.js';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Cancellation } from '../booking/ImportedNotice.js';
import { roomLabel } from '../booking/room-options.js';
import { DuplicateLinks } from '../imports/DuplicateLinks.js';
import { PrepaidWordOffer } from '../imports/PrepaidWordOffer.js';
import { type ExpandedRowProps, RECORD_ACTION_ID } from '../imports/QueueTable.js';
import { askedDismissalAtom, dismiss, retryingAtom, retryOne } from '../imports/record-actions.js';
import { expandedRecord, expandRecord, type RecordWithRooms } from '../imports/record-rooms.js';
import { todayAtom } from '../shared/hotel.js';
import { recordAddress } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { keyProps } from '../shared/ui/keys.js';
import { parseRecord, registerRecord } from './register-record.js';

const CONFIRMED = '取消を確認済み';

/** Opens a record in the form; the form leads to what is missing. */
function OpenLink({ id, isAction = false }: { id: number; isAction?: boolean }) {
  return (
    <Link
      id={isAction ? RECORD_ACTION_ID : undefined}
      className={`${Classes.BUTTON} ${Classes.SMALL} ${isAction ? Classes.INTENT_PRIMARY : ''}`}
      to={recordAddress(id)}
      {...keyProps('queueForm', 'フォームで開く')}
      // It has the focus at once, and a tooltip would hide what is said above it.
      {...(isAction && { 'data-tooltip': undefined })}
    >
      開く
    </Link>
  );
}

type ActionProps = { text: string; work: () => Promise<boolean>; onDone: () => void };

/** The one action of a record, which has the focus; once it is done the next row has it. */
function ActionButton({ text, work, onDone }: ActionProps) {
  const [working, setWorking] = useState(false);
  const onClick = async () => {
    if (working) return;
    setWorking(true);
    const isDone = await work();
    setWorking(false);
    if (isDone) onDone();
  };
  return (
    <Button
      id={RECORD_ACTION_ID}
      size="small"
      intent="primary"
      {...{ text, onClick }}
      aria-disabled={working}
    />
  );
}

/** Returns how many rooms are offered; where the type that was sold is full, that these are others. */
function vacancyText(record: CsvRecord, offered: number, ofType: number): string {
  if (ofType > 0 || record.reason !== '空室なし') return `空室${offered}室`;
  return `${record.room_name || record.room_symbol || '予約の部屋タイプ'}満室（ほかの部屋タイプに空室${offered}室）`;
}

/** The rooms that a record may have, the best one chosen, and its registration. */
function Registration({ record, rooms, of_type, onDone }: RecordWithRooms & { onDone: () => void }) {
  const [chosen, choose] = useState<number | null>(null);
  const room = rooms.find(({ id }) => id === chosen) ?? rooms[0];
  if (!room) return null;
  return (
    <>
      <HTMLSelect
        aria-label="部屋"
        value={room.id}
        onChange={(event) => choose(Number(event.currentTarget.value))}
        options={rooms.map((one) => ({ value: one.id, label: roomLabel(decodeRoomMonth(one)) }))}
      />
      <span className="soft">{vacancyText(record, rooms.length, of_type)}</span>
      <ActionButton
        text={`${roomText(room.room_number)}に登録`}
        work={() => registerRecord(record, room)}
        onDone={onDone}
      />
      <OpenLink id={record.id} />
    </>
  );
}

/** Offers what is to be done about a record: registered in a room, confirmed, or typed in the form. */
function Action({ loaded, onDone }: { loaded: RecordWithRooms; onDone: () => void }): ReactNode {
  const { record, rooms, empty_because } = loaded;
  const today = useValue(todayAtom);
  if (!today) return null;
  if (record.status === 'dismissed')
    return <ActionButton text="失敗の一覧に戻す" work={() => dismiss(record, null)} onDone={onDone} />;
  if (record.kind === 'キャンセル') {
    return (
      <>
        <Cancellation {...record} />
        <ActionButton
          text="このキャンセルを確認済みにする"
          work={() => dismiss(record, CONFIRMED)}
          onDone={onDone}
        />
        <OpenLink id={record.id} />
      </>
    );
  }
  const { errors } = parseRecord(record, rooms[0]?.id ?? 1, today);
  const why =
    record.booking_version !== null
      ? `登録すると、${roomText(record.borderRoom ?? '')}の予約を変更します。`
      : errors.map(({ message }) => message).join(' ') || (rooms.length === 0 && (empty_because ?? ''));
  if (why === false) return <Registration {...loaded} onDone={onDone} />;
  return (
    <>
      <p>{why}</p>
      <OpenLink id={record.id} isAction />
    </>
  );
}

/** Lists what came with the reservation beside what its row says. */
function Facts({ record }: { record: CsvRecord }) {
  const { reserver_name, guest_name_1, tel, paymentStatus, detail, notes, duplicates } = record;
  const facts = [
    reserver_name !== guest_name_1 && `予約者 ${reserver_name}`,
    tel,
    `支払 ${paymentStatus}`,
    detail,
  ];
  return (
    <>
      <p className="soft">{facts.filter(Boolean).join(' · ')}</p>
      {notes && <p className="record-notes">{notes}</p>}
      <PrepaidWordOffer record={record} />
      <DuplicateLinks duplicates={duplicates} whole />
    </>
  );
}

/** A record beneath its row, with its room search already run: its one action has the focus, the others stand beside it. */
export function ExpandedRecord({ record, onDone }: ExpandedRowProps) {
  const { id, status } = record;
  const mayAct = useMay('desk');
  const retrying = useValue(retryingAtom);
  const { value, error } = useValue(expandedRecord.atom);
  const loaded = value?.record.id === id ? value : null;
  useEffect(() => {
    return expandRecord(id);
  }, [id]);
  const isReady = loaded !== null || error !== null;
  useEffect(() => {
    if (isReady && document.activeElement?.closest('.queue-grid')) focusField(RECORD_ACTION_ID);
  }, [isReady]);
  return (
    <div className="expanded-record stack">
      <Facts record={record} />
      <div className="record-actions row">
        {error !== null && <p role="alert">{error.message}</p>}
        {!isReady && <p role="status">空室を調べています…</p>}
        {!mayAct || error !== null ? (
          <OpenLink id={id} isAction />
        ) : (
          loaded && <Action loaded={loaded} onDone={onDone} />
        )}
        <span className="space" />
        {mayAct && isRegistrable(record) && (
          <Button
            size="small"
            text="再試行"
            aria-disabled={retrying !== null}
            {...keyProps('queueRetry', '再試行')}
            onClick={() => retryOne(record)}
          />
        )}
        {mayAct && status === 'failed' && (
          <Button
            size="small"
            text="対応済みにする"
            {...keyProps('queueDismiss', '対応済みにする')}
            onClick={() => store.set(askedDismissalAtom, record)}
          />
        )}
      </div>
    </div>
  );
}
