import { Button } from '@blueprintjs/core';
import { monthText } from '@domain/calendar/stay-text.js';
import { addMonths, type Day, type Month } from '@domain/dates.js';
import { keysOf } from '@domain/records.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { useState } from 'react';
import { alertFailure } from '../../shared/alert-failure.js';
import { useValue } from '../../shared/store.js';
import { EntryField, EntryForm } from '../EntryForm.js';
import { type CopyPreview, previewCopy, runCopy, type WantedChange } from '../room-changes.js';
import { ROOM_FIELDS, type RoomValues, roomFieldText, roomMonths } from '../rooms.atoms.js';
import { ChangeCounts } from './BulkPane.js';
import { MonthField } from './MonthField.js';

type Looked = {
  source: Month;
  target: Month;
  rooms: readonly ManagedRoomMonth[] | null;
  preview: CopyPreview;
};

/** 月をコピー: from which month to which, and what that will do. */
export function CopyPane({ month, today }: { month: Month; today: Day }) {
  const { value: rooms } = useValue(roomMonths.atom);
  const isEmpty = rooms !== null && rooms.length === 0;
  const [from, setFrom] = useState<Month | null>(null);
  const [to, setTo] = useState<Month | null>(null);
  const source = from ?? (isEmpty ? addMonths(month, -1) : month);
  const target = to ?? (isEmpty ? month : addMonths(month, 1));
  const [looked, setLooked] = useState<Looked | null>(null);
  const same = source === target;
  // The preview holds for these months only, and until one of their rooms changes.
  const holds = looked?.source === source && looked.target === target && looked.rooms === rooms;
  const preview = holds ? looked.preview : null;
  const submit = async () => {
    if (same) return 'given up';
    if (preview) {
      const outcome = await runCopy(source, target, preview);
      if (outcome === 'done') setLooked(null);
      return outcome;
    }
    try {
      setLooked({ source, target, rooms, preview: await previewCopy(source, target) });
    } catch (error) {
      await alertFailure(error);
    }
    return 'given up';
  };
  return (
    <EntryForm label="月をコピー" className="panel-form stack" onSubmit={submit}>
      {(sending, errors) => (
        <>
          <p className="soft">
            ある月の全室の設定を、別の月に写します。コピー先だけにある部屋は、そのまま残ります。
          </p>
          <div className="month-pair">
            <EntryField id="copy-from" label="コピー元の月" error={errors.from}>
              <MonthField id="copy-from" value={source} today={today} onChange={setFrom} />
            </EntryField>
            <EntryField
              id="copy-to"
              label="コピー先の月"
              error={same ? 'コピー元とは別の月を指定してください。' : errors.to}
            >
              <MonthField id="copy-to" value={target} today={today} onChange={setTo} />
            </EntryField>
          </div>
          {preview && <CopyEffect preview={preview} />}
          <Button
            type="submit"
            intent={preview ? 'primary' : 'none'}
            text={preview ? `${monthText(target)}にコピー` : 'コピーの内容を確認'}
            disabled={same || (preview !== null && preview.created.length + preview.changed.length === 0)}
            aria-disabled={sending}
          />
        </>
      )}
    </EntryForm>
  );
}

function changeText({ room, values }: WantedChange): string {
  const after: RoomValues = { ...room, ...values };
  return keysOf(values)
    .map((field) => {
      const [old, next] = [roomFieldText(field, room), roomFieldText(field, after)];
      return `${ROOM_FIELDS[field].label} ${old || 'なし'}→${next || 'なし'}`;
    })
    .join('、');
}

/** Shows what copying a month will do, room by room. */
function CopyEffect({ preview: { created, changed, unchanged } }: { preview: CopyPreview }) {
  const counts = { created: created.length, changed: changed.length, unchanged };
  return (
    <section className="copy-effect stack" aria-label="コピーの内容">
      <ChangeCounts counts={counts} />
      {counts.created + counts.changed === 0 && (
        <p className="soft">コピーしても、変わる部屋はありません。</p>
      )}
      <ul>
        {changed.map((change) => (
          <li key={change.room.id}>
            <strong>{change.room.room_number}</strong>
            <span>{changeText(change)}</span>
          </li>
        ))}
        {created.length > 0 && (
          <li>
            <strong>新規</strong>
            <span>{created.join('、')}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
