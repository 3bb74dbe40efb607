import { Button, Callout, Checkbox, TextArea } from '@blueprintjs/core';
import { dayText, stayText } from '@domain/calendar/stay-text.js';
import type { ErasableRecord } from '@wire/erasure.js';
import { useId } from 'react';
import { useValue } from '../../shared/store.js';
import { Modal } from '../../shared/ui/Modal.js';
import {
  canEraseAtom,
  changeErasure,
  chosenRecordsAtom,
  dropErasure,
  type Erasure,
  eraseChosen,
  excludeRecord,
  isRetained,
  reasonRequiredAtom,
  recordKey,
} from './erasure.js';

const MAX_REASON = 200;

function Reason({ reason }: { reason: string }) {
  const id = useId();
  const required = useValue(reasonRequiredAtom);
  return (
    <div className="erasure-reason">
      <label htmlFor={id}>理由</label>
      {required && (
        <span className="required" aria-hidden="true">
          必須
        </span>
      )}
      <TextArea
        id={id}
        fill
        rows={2}
        maxLength={MAX_REASON}
        value={reason}
        aria-required={required}
        aria-describedby={`${id}-note`}
        onChange={(event) => changeErasure({ reason: event.currentTarget.value })}
      />
      <p className="soft" id={`${id}-note`}>
        理由は記録に残ります。氏名や電話番号を書かないでください。
      </p>
    </div>
  );
}

/** Asks what of a guest's personal data is to be erased, and why; it cannot be undone. */
export function ErasureDialog({ erasure }: { erasure: Erasure }) {
  const { preview, reason } = erasure;
  const chosen = useValue(chosenRecordsAtom);
  const canErase = useValue(canEraseAtom);
  const kept = chosen.filter((record) => isRetained(record, preview.today));
  return (
    <Modal
      title="個人情報の削除"
      className="erasure-modal"
      isOpen
      onClose={dropErasure}
      actions={
        <Button
          intent="danger"
          text={`${chosen.length}件を削除する`}
          disabled={!canErase}
          onClick={() => eraseChosen()}
        />
      }
    >
      <div className="erasure stack">
        <Callout compact intent="danger" icon={null}>
          <strong>削除した個人情報は元に戻せません。</strong>
          <br />
          氏名・カナ・電話番号・備考が「削除済み」になります。宿泊日・部屋・料金の記録は残ります。
        </Callout>
        <ErasableRecords erasure={erasure} />
        {kept.length > 0 && <p>{`${kept.length}件は保存期間中です。削除するには理由が必要です。`}</p>}
        {chosen.some(({ kind }) => kind === 'tentative-stay' || kind === 'waiting-entry') && (
          <p className="erasure-note">仮予約は解放され、キャンセル待ちは一覧から外れます。</p>
        )}
        {preview.has_card && <p className="erasure-note">お客様カードは、ご要望とともに削除されます。</p>}
        {preview.register_kept_until && (
          <p className="erasure-note">
            {`宿泊者名簿は旅館業法により${preview.register_kept_until.slice(0, 4)}/${dayText(preview.register_kept_until)}まで保存され、その後は自動で削除されます。予約の画面には出ません。`}
          </p>
        )}
        {preview.is_blacklisted && (
          <p className="erasure-note">
            この宿泊者はブラックリストに登録されています。その登録は削除されません。
          </p>
        )}
        <Reason reason={reason} />
      </div>
    </Modal>
  );
}

const KINDS = {
  ...{ booking: '予約', 'csv-reservation': '自動登録データ' },
  ...{ 'tentative-stay': '仮予約', 'waiting-entry': 'キャンセル待ち' },
} as const;

function placeText({ room_number, stay_start, stay_end, is_cancelled }: ErasableRecord): string {
  const stay =
    stay_start && stay_end && `${stay_start.slice(0, 4)}/${stayText({ start: stay_start, end: stay_end })}`;
  return [room_number, stay, is_cancelled === 1 && '取消済み'].filter(Boolean).join(' ');
}

function ErasableRow({
  record,
  excluded,
  fixed,
}: {
  record: ErasableRecord;
  excluded: boolean;
  fixed: boolean;
}) {
  const { kind, id, booking_number, guest_name, retained_until, obstacle } = record;
  const until = retained_until && `保存期間 ${retained_until.slice(0, 4)}/${dayText(retained_until)}まで`;
  const facts = [`${KINDS[kind]} #${id}`, booking_number, obstacle === null && until];
  return (
    <li data-obstacle={obstacle !== null || undefined}>
      <Checkbox
        checked={obstacle === null && !excluded}
        disabled={fixed || obstacle !== null}
        onChange={(event) => excludeRecord(record, !event.currentTarget.checked)}
      >
        <strong>{guest_name}</strong>
        <span>{placeText(record)}</span>
        <span className="soft erasable-facts">{facts.filter(Boolean).join(' ・ ')}</span>
        {obstacle !== null && <span className="erasure-obstacle">{obstacle}</span>}
      </Checkbox>
    </li>
  );
}

/** Lists the guest's records; all of them are erased unless some are left out. */
function ErasableRecords({ erasure }: { erasure: Erasure }) {
  const { preview, excluded } = erasure;
  return (
    <fieldset className="erasable">
      <legend>{`削除する記録（この宿泊者の記録 ${preview.records.length}件）`}</legend>
      <ul>
        {preview.records.map((record, index) => (
          <ErasableRow
            key={recordKey(record)}
            record={record}
            excluded={excluded.has(recordKey(record))}
            fixed={index === 0}
          />
        ))}
      </ul>
    </fieldset>
  );
}
