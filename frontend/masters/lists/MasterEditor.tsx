import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { ManagedKind, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import { EntryField, EntryForm, errorProps } from '../EntryForm.js';
import { type Refusal, saveRecord, tellDone } from '../lists.atoms.js';
import { ForeignRecord } from './ForeignRecord.js';
import { LISTS, type ListField } from './list-specs.js';

type Values = Readonly<Record<string, string>>;
type MasterEditorProps = { kind: ManagedKind; record: ManagedRecord | null; onClose: () => void };
const NOTHING_WRONG: Refusal = { fields: {}, text: null };
const fieldId = (field: string): string => `master-${field}`;

function valuesOf(fields: readonly ListField<ManagedRecord>[], record: ManagedRecord | null): Values {
  const blank = ({ choices }: ListField<ManagedRecord>) => choices?.[0]?.value ?? '';
  return Object.fromEntries(fields.map((field) => [field.field, record ? field.read(record) : blank(field)]));
}

/** A record as a form: a new one, of which several can be added one after another, or one that is there. */
export function MasterEditor({ kind, record, onClose }: MasterEditorProps) {
  const { fields, nameOf } = LISTS[kind];
  const [base, setBase] = useState(record);
  const [values, setValues] = useState(() => valuesOf(fields, record));
  const [refusal, setRefusal] = useState(NOTHING_WRONG);
  const form = useRef<HTMLDivElement>(null);
  const focusFirst = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  useEffect(() => void form.current?.querySelector<HTMLElement>('input')?.focus(), []);
  useEffect(() => {
    if (refusal !== NOTHING_WRONG) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusal]);

  const submit = async () => {
    const body = Object.fromEntries(fields.map(({ field, write }) => [field, write(values[field] ?? '')]));
    const refused = await saveRecord(kind, base, body);
    setRefusal(refused ?? NOTHING_WRONG);
    if (refused) return;
    const [first] = fields;
    const name = first ? values[first.field]?.trim() : '';
    tellDone(`「${name}」を${record ? '変更' : '追加'}しました。`);
    if (record) return onClose();
    setValues(valuesOf(fields, null));
    focusFirst('input');
  };
  const set = (field: string, value: string) => setValues((before) => ({ ...before, [field]: value }));
  return (
    <EntryForm
      label={record ? `${nameOf(record)}の変更` : '追加'}
      className="master-editor"
      onSubmit={submit}
      onCancel={onClose}
    >
      {(sending) => (
        <div ref={form}>
          {record && base && record.version !== base.version && !sending && (
            <ForeignRecord
              kind={kind}
              record={record}
              onGoOn={() => setBase(record)}
              onTake={() => {
                setBase(record);
                setValues(valuesOf(fields, record));
              }}
            />
          )}
          <div className="master-fields">
            {fields.map(({ field, label, required, maxLength, inputMode, hint, choices }) => {
              const id = fieldId(field);
              const error = refusal.fields[field];
              const control = { id, value: values[field] ?? '', ...errorProps(id, error) };
              return (
                <EntryField key={field} id={id} label={label} required={required} error={error} hint={hint}>
                  {choices ? (
                    <HTMLSelect
                      {...control}
                      fill
                      options={choices.map(({ value, text }) => ({ value, label: text }))}
                      onChange={(event) => set(field, event.currentTarget.value)}
                    />
                  ) : (
                    <InputGroup
                      {...control}
                      fill
                      size="small"
                      autoComplete="off"
                      autoCapitalize="off"
                      intent={error === undefined ? 'none' : 'danger'}
                      inputMode={inputMode}
                      maxLength={maxLength}
                      aria-required={required}
                      onValueChange={(text) => set(field, text)}
                    />
                  )}
                </EntryField>
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
              <Button size="small" text={record ? 'やめる' : '終わる'} onClick={onClose} />
            </div>
          </div>
          {refusal.text !== null && (
            <p className="field-error" role="alert">
              {refusal.text}
            </p>
          )}
        </div>
      )}
    </EntryForm>
  );
}
