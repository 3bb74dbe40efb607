import { Button, HTMLTable } from '@blueprintjs/core';
import type { ManagedKind, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import { focusIfLost } from '../focus-if-lost.js';
import { setRetired } from '../lists.atoms.js';
import { fieldText, LISTS, type ListField } from './list-specs.js';
import { MasterEditor } from './MasterEditor.js';
import { OneTimeCodeButton } from './OneTimeCode.js';

type MasterTableProps = {
  kind: ManagedKind;
  records: readonly ManagedRecord[];
  /** The record that is being edited, or a new one. */
  edited: number | 'new' | null;
  onEdit: (id: number) => void;
  /** Nothing is edited any more; the id of what was, null for a new one. */
  onClose: (id: number | null) => void;
};

/** The records of a list as a table; the one that is edited is a form in its place. */
export function MasterTable({ kind, records, edited, onEdit, onClose }: MasterTableProps) {
  const { title, fields, facts = [] } = LISTS[kind];
  const columns = [...fields, ...facts].map(({ label }) => label);
  const editor = (record: ManagedRecord | null) => (
    <tr key={record?.id ?? 'new'} className="master-editing">
      <td colSpan={columns.length + 1}>
        <MasterEditor kind={kind} record={record} onClose={() => onClose(record?.id ?? null)} />
      </td>
    </tr>
  );
  return (
    <div className="master-scroll">
      <HTMLTable compact bordered className="master-table" data-kind={kind}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className="master-actions">
              操作
            </th>
          </tr>
        </thead>
        <tbody>
          {edited === 'new' && editor(null)}
          {records.map((record) =>
            record.id === edited ? (
              editor(record)
            ) : (
              <MasterRow key={record.id} kind={kind} record={record} onEdit={() => onEdit(record.id)} />
            ),
          )}
        </tbody>
      </HTMLTable>
    </div>
  );
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '');

/** Whether a record says a text in one of its fields, however it is written. */
export function matches(
  fields: readonly ListField<ManagedRecord>[],
  record: ManagedRecord,
  text: string,
): boolean {
  const wanted = plain(text);
  return wanted === '' || fields.some((field) => plain(fieldText(field, record)).includes(wanted));
}

type MasterRowProps = { kind: ManagedKind; record: ManagedRecord; onEdit: () => void };

/** A record of a list with what can be done about it. */
function MasterRow({ kind, record, onEdit }: MasterRowProps) {
  const { fields, facts = [], nameOf } = LISTS[kind];
  const name = nameOf(record);
  const retired = record.is_retired === 1;
  const word = retired ? '使用再開' : '使用停止';
  const toggle = async () => {
    await setRetired(kind, record, { retired: retired ? 0 : 1, name });
    focusIfLost();
  };
  return (
    <tr data-record={record.id} data-retired={retired || undefined}>
      {fields.map((field, index) => (
        <td key={field.field} className={index === 0 ? 'master-name' : undefined}>
          {fieldText(field, record)}
          {index === 0 && retired && <span className="retired-mark">使用停止</span>}
        </td>
      ))}
      {facts.map(({ label, read }) => (
        <td key={label}>{read(record)}</td>
      ))}
      <td className="master-actions">
        <div>
          {'login_name' in record && <OneTimeCodeButton staff={record} />}
          {!retired && (
            <Button
              id={`edit-${record.id}`}
              size="small"
              text="変更"
              aria-label={`${name}を変更`}
              onClick={onEdit}
            />
          )}
          <Button size="small" text={word} aria-label={`${name}を${word}`} onClick={toggle} />
        </div>
      </td>
    </tr>
  );
}
