import type { FieldChange } from '@wire/event-record.js';
import { toldChanges, valueText } from './event-texts.js';

/** What an event changed, field by field. */
export function ChangesTable({ changes }: { changes: readonly FieldChange[] }) {
  const told = toldChanges(changes);
  if (told.length === 0) return <p className="soft">項目の変更はありません。</p>;
  return (
    <table className="changes-table">
      <thead>
        <tr>
          <th scope="col">項目</th>
          <th scope="col">前</th>
          <th scope="col">後</th>
        </tr>
      </thead>
      <tbody>
        {told.map(({ field, label, before_text, after_text }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td className="change-before">{valueText(before_text)}</td>
            <td className="change-after">{valueText(after_text)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
