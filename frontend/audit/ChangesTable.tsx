import type { FieldChange } from '@wire/event-record.js';

/** What an event changed, field by field. */
export function ChangesTable({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <p className="soft">項目の変更はありません。</p>;
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
        {changes.map(({ field, label, before_text, after_text }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td className="change-before">{before_text}</td>
            <td className="change-after">{after_text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
