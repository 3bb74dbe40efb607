import { Button, Callout } from '@blueprintjs/core';
import { useValue } from '../shared/store.js';
import { type FieldChange, foreignChangeAtom } from './foreign-change.js';
import { mergeForeignChange, openBooking } from './open-form.js';
import { unsavedAtom } from './stashed-drafts.js';

function ChangeRow({ label, before, after, mine }: FieldChange) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <del>{before}</del> → <ins>{after}</ins>
        {mine !== null && <span className="own-input">入力中: {mine}</span>}
      </td>
    </tr>
  );
}

/** Says that another terminal changed or cancelled the open booking, and what is different (contract 6). */
export function ForeignChangeNotice({ id }: { id: number }) {
  const change = useValue(foreignChangeAtom);
  const unsaved = useValue(unsavedAtom);
  if (change === null) return null;
  const { cancelled, changes } = change;
  return (
    <Callout compact intent="warning" icon={null} className="stale" role="status">
      {cancelled ? 'この予約は他の端末で取り消されました。' : 'この予約は他の端末で変更されました。'}
      {changes.length > 0 && (
        <table className="foreign-changes" aria-label="変更された項目">
          <tbody>
            {changes.map((row) => (
              <ChangeRow key={row.label} {...row} />
            ))}
          </tbody>
        </table>
      )}
      <div className="stale-buttons">
        {unsaved && !cancelled && (
          <Button
            size="small"
            intent="warning"
            text="入力を残して取り込む"
            onClick={() => mergeForeignChange()}
          />
        )}
        <Button
          size="small"
          intent={unsaved && !cancelled ? 'none' : 'warning'}
          text="最新の内容を読み込む"
          onClick={() => openBooking(id)}
        />
      </div>
    </Callout>
  );
}
