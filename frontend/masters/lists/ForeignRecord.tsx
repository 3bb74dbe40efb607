import { Button } from '@blueprintjs/core';
import type { ManagedKind, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import { fieldText, LISTS } from './list-specs.js';

type ForeignRecordProps = {
  kind: ManagedKind;
  /** The record as another terminal has made it. */
  record: ManagedRecord;
  onGoOn: () => void;
  onTake: () => void;
};

/** Tells that the record in the form was changed elsewhere, and lets staff choose. */
export function ForeignRecord({ kind, record, onGoOn, onTake }: ForeignRecordProps) {
  const { fields } = LISTS[kind];
  const content = fields.map((field) => `${field.label} ${fieldText(field, record) || '(なし)'}`).join('、');
  return (
    <div className="foreign-record row" role="alert">
      <p>
        <strong>他の端末で更新されています。</strong>
        {record.is_retired === 1 ? '使用停止になりました。' : `現在の内容: ${content}`}
      </p>
      <div>
        <Button size="small" text="最新の内容を表示" onClick={onTake} />
        <Button size="small" text="入力した内容で続ける" onClick={onGoOn} />
      </div>
    </div>
  );
}
