import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ManagedKind, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import { useDraft } from '../../shared/drafts.js';
import { Entry, EntryForm } from '../EntryForm.js';
import { saveRecord, tellDone } from '../lists.atoms.js';
import { fieldText, LISTS, type ListField, nameOf, textIn } from './list-specs.js';

type MasterEditorProps = {
  kind: ManagedKind;
  record: ManagedRecord | null;
  /** False leaves the focus where it is. */
  autoFocus: boolean;
  onClose: () => void;
};
const idOf = ({ field }: ListField): string => `master-${field}`;

function listValuesOf(fields: readonly ListField[], record: ManagedRecord | null): Record<string, string> {
  const blank = ({ choices }: ListField) => String(choices?.[0]?.value ?? '');
  return Object.fromEntries(
    fields.map((field) => [field.field, record ? textIn(field, record) : blank(field)]),
  );
}

/** The unsaved text of a record's form, and the record as it was then; null for a new one. */
type MasterDraft = { base: ManagedRecord | null; values: Record<string, string> };

/** Names the place of the drafts of a list; the record's id, or `new`, follows. */
export const masterPlaces = (kind: ManagedKind): string => `master-${kind}-`;

/** A record as a form: a new one, of which several can be added one after another, or one that is there. */
export function MasterEditor({ kind, record, autoFocus, onClose }: MasterEditorProps) {
  const { fields } = LISTS[kind];
  const [first] = fields;
  const [opened, setOpened] = useState(record);
  const [{ base, values }, setDraft] = useDraft<MasterDraft>(`${masterPlaces(kind)}${record?.id ?? 'new'}`, {
    base: opened,
    values: listValuesOf(fields, opened),
  });
  const close = () => {
    setDraft(null);
    onClose();
  };
  const submit = async () => {
    const body = fields.map(({ field, write = String }) => [field, write(values[field] ?? '')]);
    const outcome = await saveRecord(kind, base, Object.fromEntries(body));
    if (outcome !== 'done') return outcome;
    tellDone(`「${values[first.field]?.trim()}」を${record ? '変更' : '追加'}しました。`);
    if (record) close();
    else {
      // At once: what is typed next must not be added to what is saved.
      flushSync(() => setDraft(null));
      document.getElementById(idOf(first))?.focus();
    }
    return outcome;
  };
  return (
    <EntryForm
      label={record ? `${nameOf(kind, record)}の変更` : '追加'}
      className="master-editor"
      onSubmit={submit}
      onCancel={close}
    >
      {(sending, errors) => (
        <>
          {record && base && record.version !== base.version && !sending && (
            <ForeignRecord
              kind={kind}
              record={record}
              onGoOn={() => setDraft({ base: record, values })}
              onTake={() => {
                setOpened(record);
                setDraft(null);
              }}
            />
          )}
          <div className="master-fields">
            {fields.map((spec) => {
              const { field, write, ...entry } = spec;
              return (
                <Entry
                  key={field}
                  {...entry}
                  id={idOf(spec)}
                  autoFocus={autoFocus && spec === first}
                  error={errors[field]}
                  value={values[field] ?? ''}
                  onChange={(text) => setDraft({ base, values: { ...values, [field]: text } })}
                />
              );
            })}
            <div className="master-buttons">
              <Button
                type="submit"
                size="small"
                intent="primary"
                text={record ? '保存' : '追加する'}
                aria-disabled={sending}
              />
              <Button size="small" text={record ? 'やめる' : '終わる'} onClick={close} />
            </div>
          </div>
        </>
      )}
    </EntryForm>
  );
}

type ForeignRecordProps = {
  kind: ManagedKind;
  /** The record as another terminal has made it. */
  record: ManagedRecord;
  onGoOn: () => void;
  onTake: () => void;
};

/** Tells that the record in the form was changed elsewhere, and lets staff choose. */
function ForeignRecord({ kind, record, onGoOn, onTake }: ForeignRecordProps) {
  const { fields } = LISTS[kind];
  const content = fields.map((field) => `${field.label} ${fieldText(field, record) || '(なし)'}`).join('、');
  return (
    <div className="foreign-record row" role="alert">
      <p>
        <strong>他の端末で更新されています。</strong>
        {record.is_retired === 1 ? '使用停止になりました。' : `現在の内容: ${content}`}
      </p>
      <div className="row">
        <Button size="small" text="最新の内容を表示" onClick={onTake} />
        <Button size="small" text="入力した内容で続ける" onClick={onGoOn} />
      </div>
    </div>
  );
}
