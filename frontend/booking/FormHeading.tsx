import { Button, Callout } from '@blueprintjs/core';
import { Link, useParams } from 'react-router-dom';
import { afterImportAtom, NEXT_STEP_ID } from '../imports/after-import.js';
import { AccountButton } from '../payment/AccountButton.js';
import { recordAddress, SCREENS } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { leadFocusTo } from '../shared/ui/focus-field.js';
import { keyProps } from '../shared/ui/keys.js';
import { BookingHead } from './BookingHead.js';
import { unsavedAtom } from './drafts.js';
import { foreignChangeAtom } from './foreign-change.js';
import { formAtom, fulfilWaiting, leaveParty, takePlaceOf } from './form.js';
import { type FormMode, isErased } from './form-mode.js';
import { fieldId } from './form-values.js';
import { HistoryButton } from './history/HistoryButton.js';
import { ImportedNotice } from './ImportedNotice.js';
import { mergeForeignChange, openAddressed, openBlank, openBooking, unopenedAtom } from './open-form.js';

/** After an imported record was registered: the next room of its reservation, the next failed record, and the queue. */
function RegisteredNotice() {
  const after = useValue(afterImportAtom);
  if (after === null) return null;
  const { name, waiting, next } = after;
  const [room] = waiting;
  const links = [
    room !== undefined && { to: recordAddress(room), text: `同じ予約の残り${waiting.length}室を続けて登録` },
    typeof next === 'number' && next !== room && { to: recordAddress(next), text: '次へ' },
    { to: SCREENS.autoRegistration.path, text: '自動登録の一覧に戻る' },
  ].filter((link) => link !== false);
  return (
    <Callout compact intent="success" icon={null} className="imported" role="status">
      {`${name} の自動登録データを登録しました。`}
      {next === null && ' 登録を待っている予約はもうありません。'}
      <div className="imported-links">
        {links.map(({ to, text }, index) => (
          <Link key={to} id={index === 0 ? NEXT_STEP_ID : undefined} to={to}>
            {text}
          </Link>
        ))}
      </div>
    </Callout>
  );
}

/** Says that what the address names could not be opened: the form below is that of a new booking. */
function UnopenedNotice() {
  const address = useValue(unopenedAtom);
  const { id } = useParams();
  if (address === null || address.id !== id) return null;
  const again = async () => {
    await openAddressed(address);
    leadFocusTo(fieldId('stayStart'));
  };
  return (
    <Callout compact intent="warning" icon={null} className="aside row" role="status">
      <span className="aside-name">このアドレスの予約を読み込めませんでした。</span>
      <Button size="small" text="もう一度読み込む" onClick={again} />
    </Callout>
  );
}

/** Says whose party the new booking is another room of. */
function PartyNotice() {
  const { partyOf } = useValue(formAtom);
  if (partyOf === null) return null;
  return (
    <Callout compact intent="primary" icon={null} className="aside row" role="status">
      <span className="aside-name cut">{`グループの追加の1室: ${partyOf.name}`}</span>
      <Button size="small" text="別の予約にする" onClick={leaveParty} />
    </Callout>
  );
}

/** Says which 仮予約 the new booking takes the place of, or whom of the waiting list it is for. */
function ComesFromNotice() {
  const { tentative, waiting } = useValue(formAtom);
  const text = tentative
    ? `仮予約を予約にします: ${tentative.name}`
    : waiting && `キャンセル待ちを予約にします: ${waiting.name}`;
  if (!text) return null;
  const leave = () => (tentative ? takePlaceOf(null) : fulfilWaiting(null));
  return (
    <Callout compact intent="primary" icon={null} className="aside row" role="status">
      <span className="aside-name cut">{text}</span>
      <Button size="small" text="別の予約にする" onClick={leave} />
    </Callout>
  );
}

/** Says that another terminal changed or cancelled the open booking, and what is different (contract 6). */
function ForeignChangeNotice({ id }: { id: number }) {
  const change = useValue(foreignChangeAtom);
  const unsaved = useValue(unsavedAtom);
  if (change === null) return null;
  const { cancelled, changes } = change;
  /** Takes the change in; the buttons go with it, and the form is looked over from its first field on. */
  const take = async (merge: () => Promise<unknown>) => {
    await merge();
    leadFocusTo(fieldId('stayStart'));
  };
  return (
    <Callout compact intent="warning" icon={null} className="stale" role="status">
      {cancelled ? 'この予約は他の端末で取り消されました。' : 'この予約は他の端末で変更されました。'}
      {changes.length > 0 && (
        <table className="foreign-changes" aria-label="変更された項目">
          <tbody>
            {changes.map(({ label, before, after, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <del>{before}</del> → <ins>{after}</ins>
                  {mine !== null && <span className="own-input">入力中: {mine}</span>}
                </td>
              </tr>
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
            onClick={() => take(mergeForeignChange)}
          />
        )}
        <Button
          size="small"
          intent={unsaved && !cancelled ? 'none' : 'warning'}
          text="最新の内容を読み込む"
          onClick={() => take(() => (cancelled ? openBooking(id) : mergeForeignChange('theirs')))}
        />
      </div>
    </Callout>
  );
}

/** Says what the form is open for: nothing on a new registration, an unmistakable line on an edit. */
export function FormHeading({ mode }: { mode: FormMode }) {
  const mayWrite = useMay('desk');
  if (mode.kind === 'new') {
    return (
      <>
        <h2 className="form-title">新規予約</h2>
        <UnopenedNotice />
        <RegisteredNotice />
        <PartyNotice />
        <ComesFromNotice />
      </>
    );
  }
  if (mode.kind === 'csv') {
    return (
      <>
        <div className="imported-title row">
          <h2 className="form-title">自動登録データの登録</h2>
          <Link to={SCREENS.autoRegistration.path}>自動登録の一覧に戻る</Link>
        </div>
        <ImportedNotice record={mode.record} />
      </>
    );
  }
  const { id, borderRoom, room_type } = mode.booking;
  return (
    <>
      <div className="editing row">
        <BookingHead
          record={mode.booking}
          roomNumber={borderRoom}
          roomType={room_type}
          doing={mayWrite ? '編集中' : '閲覧中'}
        />
        {mayWrite && mode.booking.is_cancelled === 1 && (
          <AccountButton booking={mode.booking} roomNumber={borderRoom} />
        )}
        <HistoryButton id={id} small />
        <Button
          size="small"
          text="新規に戻る"
          {...keyProps('clear', '新規に戻る')}
          onClick={() => openBlank()}
        />
      </div>
      {isErased(mode) && (
        <Callout compact intent="warning" icon={null} className="erased" role="status">
          個人情報は削除されています。
        </Callout>
      )}
      <ForeignChangeNotice id={id} />
    </>
  );
}
