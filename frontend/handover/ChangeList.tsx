import { Tag } from '@blueprintjs/core';
import { Import, Person } from '@blueprintjs/icons';
import { stayText } from '@domain/calendar/stay-text.js';
import type { ImportSummary } from '@wire/csv-imports.js';
import type { ChangedBooking, PersonChanges } from '@wire/handover.js';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { clockText } from '../shared/clock-text.js';
import { hotelAtom } from '../shared/hotel.js';
import { openPanel, showInPanel } from '../shared/open-panel.js';
import { SCREENS } from '../shared/screens.js';
import { useValue } from '../shared/store.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { isKey, useKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
import { changes } from './changes.js';
import { ACTS, changeKey, operationCounts, outcomeText, personKey, personName } from './operation-texts.js';

const ROWS = '.change-row';
const STEPS: readonly (readonly [KeyName, number])[] = [
  ['changeUp', -1],
  ['changeDown', 1],
  ['changeStart', Number.NEGATIVE_INFINITY],
  ['changeEnd', Number.POSITIVE_INFINITY],
];

/** Lists what happened, person by person; the arrow keys go from booking to booking. */
export function ChangeList() {
  const { value, error } = useValue(changes.atom);
  const list = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const keys = (value?.people ?? []).flatMap((person) =>
    person.bookings.map((booking) => changeKey(person, booking)),
  );
  const current = keys.find((key) => key === chosen) ?? keys[0];
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];

  useKey('changesJump', () => {
    const active = document.activeElement;
    if (list.current?.contains(active)) {
      if (before.current instanceof HTMLElement) before.current.focus();
      return;
    }
    before.current = active;
    rows()
      .find(({ dataset }) => dataset.change === current)
      ?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.find(([name]) => isKey(event, name));
    const all = rows();
    const index = all.indexOf(document.activeElement as HTMLElement);
    if (!step || index < 0) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, index + step[1]))]?.focus();
  };

  if (error !== null || !value) {
    return <ListState failure={error?.message ?? null} isLoading onRetry={() => changes.reload()} />;
  }
  const { people, imports, is_cut } = value;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the arrow keys for the buttons within
    <div
      ref={list}
      className="change-list"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        setChosen((before) => (target as HTMLElement).dataset.change ?? before);
      }}
    >
      {is_cut && <p className="soft">変更が多いため、新しいものだけを表示しています。</p>}
      {imports.length > 0 && <ImportSums imports={imports} />}
      {people.map((person) => (
        <PersonSection key={personKey(person)} person={person} current={current} />
      ))}
      {people.length === 0 && imports.length === 0 && (
        <p className="soft">この時点からの変更はありません。</p>
      )}
    </div>
  );
}

type ChangeRowProps = {
  booking: ChangedBooking;
  /** Key by which the row is found again after the list was read anew. */
  change: string;
  isCurrent: boolean;
};

/** Shows what was done to a booking, whose stay it is, and what reads differently since. */
function ChangeRow({ booking, change, isCurrent }: ChangeRowProps) {
  const zone = useValue(hotelAtom)?.timezone;
  const { booking_id, acts, room_number, guest_name, stay_start, stay_end, changes, recorded_at } = booking;
  return (
    <button
      type="button"
      className="change-row list-button"
      tabIndex={isCurrent ? 0 : -1}
      data-change={change}
      data-booking={booking_id}
      data-cancelled={booking.is_cancelled === 1 || undefined}
      onClick={() => openPanel({ kind: 'booking', id: booking_id })}
      onFocus={() => showInPanel({ kind: 'booking', id: booking_id })}
    >
      <span className="change-head row">
        {acts.map((act) => (
          <Tag key={act} minimal intent={ACTS[act].intent}>
            {ACTS[act].name}
          </Tag>
        ))}
        <b>{room_number}</b>
        <b>{guest_name}</b>
        <span className="change-stay">{stayText({ start: stay_start, end: stay_end })}</span>
        {zone && <time dateTime={recorded_at}>{clockText(recorded_at, zone)}</time>}
      </span>
      {changes.length > 0 && (
        <span className="change-texts soft">
          {changes.map(({ field, label, before_text, after_text }) => (
            <span key={field}>
              {label}: {before_text} → <b>{after_text}</b>
            </span>
          ))}
        </span>
      )}
    </button>
  );
}

/** Sums the imports up in one line. */
function ImportSums({ imports }: { imports: readonly ImportSummary[] }) {
  return (
    <section className="person" aria-label="自動登録">
      <h3>
        <Import size={14} />
        自動登録
        <span className="person-sum soft">
          取込 {imports.length}件　{outcomeText(imports)}
        </span>
        <Link to={SCREENS.autoRegistration.path}>自動登録の画面</Link>
      </h3>
    </section>
  );
}

type PersonSectionProps = {
  person: PersonChanges;
  /** The row that the keyboard is on, wherever it is. */
  current: string | undefined;
};

/** Lists what one person did: booking by booking, and all else in sums. */
function PersonSection({ person, current }: PersonSectionProps) {
  const name = personName(person);
  const { staff_name, terminals, is_me, bookings, others } = person;
  const places = staff_name === null ? '' : terminals.join('、');
  return (
    <section className="person" aria-label={name} data-me={is_me || undefined}>
      <h3>
        <Person size={14} />
        {name}
        {is_me && (
          <Tag minimal round intent="primary">
            自分
          </Tag>
        )}
        {places && <span className="person-places soft">{places}</span>}
        <span className="person-sum soft">{operationCounts(person)}</span>
      </h3>
      {bookings.length > 0 && (
        <ul>
          {bookings.map((booking) => (
            <li key={booking.booking_id}>
              <ChangeRow
                booking={booking}
                change={changeKey(person, booking)}
                isCurrent={changeKey(person, booking) === current}
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p className="person-others">
          {others.map(({ label, count }) => (
            <span key={label}>
              {label} {count}件
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
