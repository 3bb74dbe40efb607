import { Checkbox } from '@blueprintjs/core';
import { dayText, stayText } from '@domain/calendar/stay-text.js';
import type { ErasableRecord } from '@wire/erasure.js';
import { type Erasure, recordKey, spareRecord } from './erasure.js';

const KINDS = { booking: '予約', 'csv-reservation': '自動登録データ' } as const;

function placeText({ room_number, stay_start, stay_end, is_cancelled }: ErasableRecord): string {
  const stay =
    stay_start && stay_end && `${stay_start.slice(0, 4)}/${stayText({ start: stay_start, end: stay_end })}`;
  return [room_number, stay, is_cancelled === 1 && '取消済み'].filter(Boolean).join(' ');
}

function ErasableRow({ record, spared, fixed }: { record: ErasableRecord; spared: boolean; fixed: boolean }) {
  const { kind, id, booking_number, guest_name, retained_until, obstacle } = record;
  const until = retained_until && `保存期間 ${retained_until.slice(0, 4)}/${dayText(retained_until)}まで`;
  const facts = [`${KINDS[kind]} #${id}`, booking_number, obstacle === null && until];
  return (
    <li data-obstacle={obstacle !== null || undefined}>
      <Checkbox
        checked={obstacle === null && !spared}
        disabled={fixed || obstacle !== null}
        onChange={(event) => spareRecord(record, !event.currentTarget.checked)}
      >
        <strong>{guest_name}</strong>
        <span>{placeText(record)}</span>
        <span className="soft erasable-facts">{facts.filter(Boolean).join(' ・ ')}</span>
        {obstacle !== null && <span className="erasure-obstacle">{obstacle}</span>}
      </Checkbox>
    </li>
  );
}

/** What belongs to the guest; all of it is erased unless something is left out. */
export function ErasableRecords({ erasure }: { erasure: Erasure }) {
  const { preview, spared } = erasure;
  return (
    <fieldset className="erasable">
      <legend>{`削除する記録（この宿泊者の記録 ${preview.records.length}件）`}</legend>
      <ul>
        {preview.records.map((record, index) => (
          <ErasableRow
            key={recordKey(record)}
            record={record}
            spared={spared.has(recordKey(record))}
            fixed={index === 0}
          />
        ))}
      </ul>
    </fieldset>
  );
}
