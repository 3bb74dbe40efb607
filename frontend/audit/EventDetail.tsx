import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { countText } from '@domain/calendar/stay-text.js';
import { ERASING_EVENT } from '@domain/erased.js';
import type { EventRecord, FieldChange } from '@wire/event-record.js';
import { instantText, NOTHING } from '@wire/value-texts.js';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { MoreMenu } from '../booking/history/MoreMenu.js';
import { EventMark } from '../shared/events/EventMark.js';
import { hotelAtom } from '../shared/hotel.js';
import { openPanel } from '../shared/open-panel.js';
import { bookingLogAddress } from '../shared/screens.js';
import { store, useValue } from '../shared/store.js';
import { copyText } from '../shared/ui/copy-text.js';
import { focusField } from '../shared/ui/focus-field.js';
import { gridRowId } from '../shared/ui/grid-focus.js';
import { useKey } from '../shared/ui/keys.js';
import { DETAIL_ID } from './EventList.js';
import { currentEventAtom, openedEventAtom } from './event-log.js';

function BookingLinks({ id }: { id: number }) {
  return (
    <p className="event-links">
      <Button size="small" text="予約を開く" onClick={() => openPanel({ kind: 'booking', id })} />
      <Link to={bookingLogAddress(id)}>この予約の記録だけ</Link>
    </p>
  );
}

/** The streams of guests who may never have been booked: no other screen shows them once it is over. */
const UNBOOKED = { 'room-closure': 'tentative-stay', 'waiting-entry': 'waiting-entry' } as const;

/** Leads to the erasure of the guest of a 仮予約 or of the waiting list. */
function UnbookedActions({ event: { stream, type } }: { event: EventRecord }) {
  const [, category = '', id = ''] = /^(.+)-(\d+)$/.exec(stream) ?? [];
  const kind = UNBOOKED[category as keyof typeof UNBOOKED];
  const isErasable = kind !== undefined && !type.startsWith('RoomClosure') && type !== ERASING_EVENT;
  return isErasable && <MoreMenu start={{ kind, id: Number(id) }} onErased={() => undefined} />;
}

/** Names and values, one a line; raw ones in a monospaced font. */
export function Facts({ facts, isRaw }: { facts: readonly (readonly string[])[]; isRaw?: boolean }) {
  return (
    <dl className="event-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isRaw ? 'raw-value' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Leads from the details back to the line that they belong to. */
function useWayBack(): void {
  useKey('logBack', () => {
    const detail = document.getElementById(DETAIL_ID);
    if (!detail?.contains(document.activeElement)) return false;
    focusField(gridRowId('log', store.get(currentEventAtom) ?? 0));
    return true;
  });
}

/** Everything about the event that was opened. */
export function EventDetail() {
  const event = useValue(openedEventAtom);
  const timezone = useValue(hotelAtom)?.timezone;
  useWayBack();
  if (!event) return <p className="soft">一覧の行を選ぶと、変更の前後と元データを表示します。</p>;
  const { position, type, subject, recorded_at, staff_name, terminal, booking_id, booking_number } = event;
  const facts = [
    ['対象', subject],
    ['日時', timezone ? instantText(recorded_at, timezone) : ''],
    ['スタッフ', staff_name ?? NOTHING],
    ['端末', terminal ?? NOTHING],
    ['予約ID', booking_id === null ? '' : String(booking_id)],
    ['予約番号', booking_number ?? ''],
  ].filter(([, value]) => value !== '');
  return (
    <section className="event-detail stack" id={DETAIL_ID} tabIndex={-1} aria-label={`記録番号 ${position}`}>
      <h2>
        <EventMark type={type} />
        <span className="event-position">{`記録番号 ${countText(position)}`}</span>
      </h2>
      <Facts facts={facts} />
      {booking_id !== null && <BookingLinks id={booking_id} />}
      <UnbookedActions event={event} />
      <h3>変更の前後</h3>
      <ChangesTable changes={event.changes} />
      <RawForm key={position} event={event} />
    </section>
  );
}

/** Lists what an event changed, field by field. */
function ChangesTable({ changes }: { changes: readonly FieldChange[] }) {
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

/** An event as it is stored, with all that the hash covers. */
function RawForm({ event }: { event: EventRecord }) {
  const [said, setSaid] = useState('');
  const { stream, version, schema_version, type, recorded_at, request_id, hash, stored, payload } = event;
  const facts = [
    ['ストリーム', stream],
    ['版', String(version)],
    ['形式', `${type} v${schema_version}`],
    ['記録時刻', recorded_at],
    ['要求ID', request_id ?? NOTHING],
    ['ハッシュ', hash],
  ];
  const copy = async () =>
    setSaid((await copyText(stored)) ? 'コピーしました。' : 'コピーできませんでした。');
  return (
    <details className="raw-form">
      <summary>元データ</summary>
      <Facts facts={facts} isRaw />
      <div className="raw-heading row">
        <h3>保存されている文字列</h3>
        <span role="status">{said}</span>
        <Button size="small" icon={<Duplicate size={12} />} text="コピー" onClick={() => copy()} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <pre tabIndex={0}>{stored}</pre>
      <h3>内容</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <pre tabIndex={0}>{JSON.stringify(payload, null, 2)}</pre>
    </details>
  );
}
