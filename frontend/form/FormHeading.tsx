import { Button, Callout } from '@blueprintjs/core';
import { stayText } from '@domain/calendar/stay-text.js';
import { Link } from 'react-router-dom';
import { openBlank } from '../state/open-form.js';
import { keyProps } from '../ui/keys.js';
import { ForeignChangeNotice } from './ForeignChangeNotice.js';
import type { FormMode } from './form-mode.js';

function ImportedNotice({ mode }: { mode: FormMode & { kind: 'csv' } }) {
  const { id, group, site, room_name, reason, paymentStatus } = mode.record;
  return (
    <Callout compact intent="primary" className="imported">
      {[`自動登録データ #${id}`, site, room_name, `支払 ${paymentStatus}`, reason]
        .filter(Boolean)
        .join(' · ')}
      {group.length > 1 && (
        <span className="group">
          {' 同じ予約: '}
          {group
            .filter((other) => other !== id)
            .map((other) => (
              <Link key={other} to={`/reservation-registration/${other}?type=csvReservation`}>
                #{other}
              </Link>
            ))}
        </span>
      )}
    </Callout>
  );
}

/** What the form is open for: nothing on a new registration, an unmistakable line on an edit. */
export function FormHeading({ mode }: { mode: FormMode }) {
  if (mode.kind === 'new') return <h2 className="form-title">新規予約</h2>;
  if (mode.kind === 'csv') {
    return (
      <>
        <h2 className="form-title">自動登録データの登録</h2>
        <ImportedNotice mode={mode} />
      </>
    );
  }
  const { id, borderRoom, guest_name_1, stay_start, stay_end, checkin_date, is_cancelled } = mode.booking;
  const state = is_cancelled === 1 ? '取消済み' : checkin_date !== null && 'チェックイン済み';
  return (
    <>
      <div className="editing">
        <h2>
          {`編集中: ${borderRoom} ${guest_name_1} `}
          <span className="editing-stay">{stayText({ start: stay_start, end: stay_end })}</span>
          {state && <span className="editing-state">{state}</span>}
        </h2>
        <Button
          size="small"
          text="新規に戻る"
          {...keyProps('clear', '新規に戻る')}
          onClick={() => openBlank()}
        />
      </div>
      <ForeignChangeNotice id={id} />
    </>
  );
}
