import { Button } from '@blueprintjs/core';
import type { ManagedKind, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import { setRetired } from '../change-lists.js';
import { focusIfLost } from '../focus-if-lost.js';
import { fieldText, LISTS } from './list-specs.js';
import { OneTimeCodeButton } from './OneTimeCodeButton.js';

type MasterRowProps = { kind: ManagedKind; record: ManagedRecord; onEdit: () => void };

/** A record of a list with what can be done about it. */
export function MasterRow({ kind, record, onEdit }: MasterRowProps) {
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
