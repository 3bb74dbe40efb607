import type { ManagedKind, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import { LISTS } from './list-specs.js';
import { MasterEditor } from './MasterEditor.js';
import { MasterRow } from './MasterRow.js';

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
      <table className="master-table" data-kind={kind}>
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
      </table>
    </div>
  );
}
