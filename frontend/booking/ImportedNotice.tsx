import { Button, Callout } from '@blueprintjs/core';
import { ERASED } from '@domain/erased.js';
import { IS_CANCELLATION } from '@domain/imports/decide-registration.js';
import { roomText } from '@domain/room/room-number.js';
import type { CsvFormData } from '@wire/csv-record.js';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { DismissDialog } from '../imports/DismissDialog.js';
import { DuplicateLinks } from '../imports/DuplicateLinks.js';
import { settledAtom } from '../imports/failed-records.js';
import { askedDismissalAtom, dismiss } from '../imports/record-actions.js';
import { roomTypeText } from '../imports/record-texts.js';
import { bookingAddress, recordAddress } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { savingAtom } from './form.js';
import { reopenImported } from './open-form.js';

const MoreMenu = lazyPart(async () => (await import('./history/MoreMenu.js')).MoreMenu);

const NO_LONGER = {
  registered: 'この自動登録データは登録済みです。',
  cancelled: 'この自動登録データは予約元で取り消されています。',
  dismissed: 'この自動登録データは対応済みです。',
  erased: '個人情報は削除されています。',
} as const;
const ELSEWHERE = 'この自動登録データは他の端末で処理されました。';

/** The rooms of the same reservation: which one this is, and the way to the others. */
function Rooms({ id, group }: Pick<CsvFormData, 'id' | 'group'>) {
  if (group.length < 2) return null;
  return (
    <span className="imported-rooms">
      <strong>{`${group.length}室中${group.indexOf(id) + 1}室目`}</strong>
      {group.map((other, index) =>
        other === id ? null : <Link key={other} to={recordAddress(other)}>{`${index + 1}室目を開く`}</Link>,
      )}
    </span>
  );
}

/** The active booking that saving the record changes. */
function AmendedBooking({ booking_id, borderRoom }: Pick<CsvFormData, 'booking_id' | 'borderRoom'>) {
  return (
    <p>
      {`登録すると、${roomText(borderRoom ?? '')}の予約を変更します。`}
      {booking_id !== null && <Link to={bookingAddress(booking_id)}>現在の予約を見る</Link>}
    </p>
  );
}

/** Shows why a cancellation is not registered, and what can be done about the booking that it names. */
export function Cancellation({ booking_id, booking_version, borderRoom }: CsvFormData) {
  const isActive = booking_version !== null;
  const what = isActive
    ? 'チェックイン済みのため、予約は取り消されていません。'
    : booking_id === null &&
      '取り消す予約が見つかりません。手で登録した予約があれば、その予約を取り消してください。';
  return (
    <p>
      {`${IS_CANCELLATION.message}${what || ''}`}
      {booking_id !== null && (
        <Link to={bookingAddress(booking_id)}>
          {isActive ? `${roomText(borderRoom ?? '')}の予約を開く` : '元の予約を見る'}
        </Link>
      )}
    </p>
  );
}

/** Takes a record out of the queue that needs no booking, and back again. */
function DismissButton({ record }: { record: CsvFormData }) {
  const may = useMay('desk');
  const saving = useValue(savingAtom);
  if (!may || (record.status !== 'failed' && record.status !== 'dismissed')) return null;
  const isDismissed = record.status === 'dismissed';
  return (
    <Button
      size="small"
      text={isDismissed ? '失敗の一覧に戻す' : '対応済みにする'}
      disabled={saving}
      onClick={() => (isDismissed ? dismiss(record, null) : store.set(askedDismissalAtom, record))}
    />
  );
}

/** Says what the imported record in the form is, why it failed, and what is noticed about it. */
export function ImportedNotice({ record }: { record: CsvFormData }) {
  const { id, status, site, kind, reason, detail, paymentStatus, file, warnings, duplicates } = record;
  const settledHere = useValue(settledAtom).has(id);
  const saving = useValue(savingAtom);
  const state = record.guest_name_1 === ERASED ? 'erased' : status;
  const gone = state !== 'failed' ? NO_LONGER[state] : settledHere && !saving && ELSEWHERE;
  const facts = [`#${id}`, site, kind, roomTypeText(record), `支払 ${paymentStatus}`];
  return (
    <Callout compact intent={gone ? 'warning' : 'primary'} icon={null} className="imported">
      {gone && (
        <p role="status">
          {gone}
          {record.dismissed_reason && ` 理由: ${record.dismissed_reason}`}
        </p>
      )}
      {reason && (
        <p>
          <strong>{reason}</strong>
          {detail && ` ${detail}`}
        </p>
      )}
      <p className="imported-facts soft">{facts.join(' · ')}</p>
      {file && <p className="imported-facts soft">{`${file.name} ${file.line}行目`}</p>}
      {warnings.length + duplicates.length > 0 && (
        <p className="imported-warnings">
          {warnings.join('、')}
          <DuplicateLinks duplicates={duplicates} whole />
        </p>
      )}
      <Rooms id={id} group={record.group} />
      {kind === 'キャンセル' && !gone && <Cancellation {...record} />}
      {kind !== 'キャンセル' && record.booking_version !== null && <AmendedBooking {...record} />}
      {record.guest_name_1 !== ERASED && (
        <p className="imported-buttons row">
          <DismissButton record={record} />
          <Suspense>
            <MoreMenu start={{ kind: 'csv-reservation', id }} onErased={() => reopenImported(id)} />
          </Suspense>
        </p>
      )}
      <DismissDialog />
    </Callout>
  );
}
