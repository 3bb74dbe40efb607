import { Button, Callout, Tag } from '@blueprintjs/core';
import { stayText } from '@domain/calendar/stay-text.js';
import { Link } from 'react-router-dom';
import { SCREENS } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { keyProps } from '../shared/ui/keys.js';
import { ForeignChangeNotice } from './ForeignChangeNotice.js';
import { type FormMode, isErased } from './form-mode.js';
import { HistoryButton } from './history/HistoryButton.js';
import { ImportedNotice } from './ImportedNotice.js';
import { openBlank } from './open-form.js';
import { RegisteredNotice } from './RegisteredNotice.js';

/** What the form is open for: nothing on a new registration, an unmistakable line on an edit. */
export function FormHeading({ mode }: { mode: FormMode }) {
  const mayWrite = useMay('desk');
  if (mode.kind === 'new') {
    return (
      <>
        <h2 className="form-title">新規予約</h2>
        <RegisteredNotice />
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
  const { id, borderRoom, guest_name_1, stay_start, stay_end, checkin_date, is_cancelled } = mode.booking;
  const doing = mayWrite ? '編集中' : '閲覧中';
  const state = is_cancelled === 1 ? '取消済み' : checkin_date !== null && 'チェックイン済み';
  return (
    <>
      <div className="editing">
        <h2>
          {`${doing}: ${borderRoom} ${guest_name_1} `}
          <span className="editing-stay">{stayText({ start: stay_start, end: stay_end })}</span>
          {state && <Tag intent="warning">{state}</Tag>}
        </h2>
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
