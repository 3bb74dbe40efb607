import type { FieldChange } from '@wire/event-record.js';
import { instantText } from '@wire/value-texts.js';
import type { HistoryEntry } from '../../shared/api/audit-api.js';
import { EventMark } from '../../shared/events/EventMark.js';
import { bookingChanges, isBeginning, originText } from '../../shared/events/event-texts.js';
import { hotelAtom } from '../../shared/hotel.js';
import { useValue } from '../../shared/store.js';

/** What a booking began with: its fields, those that say nothing left out. */
function Beginning({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="beginning">
      {bookingChanges(changes).map(({ field, label, after_text }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>{after_text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="history-changes">
      {bookingChanges(changes).map(({ field, label, before_text, after_text }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <del>{before_text}</del>
            <span className="history-arrow" role="img" aria-label="から">
              →
            </span>
            <ins>{after_text}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One thing that happened: when, what, by whom, and what it changed. */
export function HistoryEvent({ entry }: { entry: HistoryEntry }) {
  const timezone = useValue(hotelAtom)?.timezone;
  const { type, recorded_at, changes } = entry;
  return (
    <li>
      <div className="history-head">
        <EventMark type={type} />
        <span className="history-origin">{originText(entry)}</span>
        <time dateTime={recorded_at}>{timezone && instantText(recorded_at, timezone)}</time>
      </div>
      {isBeginning(changes) ? <Beginning changes={changes} /> : <Changes changes={changes} />}
    </li>
  );
}
