import { Person } from '@blueprintjs/icons';
import type { PersonChanges } from '@wire/handover.js';
import { actCounts, personName, toldKey } from './act-texts.js';
import { ToldRow } from './ToldRow.js';

type PersonSectionProps = {
  person: PersonChanges;
  /** The row that the keyboard is on, wherever it is. */
  current: string | undefined;
};

/** What one person did: booking by booking, and all else in sums. */
export function PersonSection({ person, current }: PersonSectionProps) {
  const name = personName(person);
  const { staff_name, terminals, is_me, bookings, others } = person;
  const places = staff_name === null ? '' : terminals.join('、');
  return (
    <section className="person" aria-label={name} data-me={is_me || undefined}>
      <h3>
        <Person size={14} />
        {name}
        {is_me && <span className="person-me">自分</span>}
        {places && <span className="person-places">{places}</span>}
        <span className="person-sum">{actCounts(person)}</span>
      </h3>
      {bookings.length > 0 && (
        <ul>
          {bookings.map((booking) => (
            <li key={booking.booking_id}>
              <ToldRow
                booking={booking}
                told={toldKey(person, booking)}
                isCurrent={toldKey(person, booking) === current}
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
