import '../../shared/events/events.css';
import './history.css';
import type { FieldChange } from '@wire/event-record.js';
import { instantText } from '@wire/value-texts.js';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { HistoryEntry } from '../../shared/api/audit-api.js';
import { EventMark } from '../../shared/events/EventMark.js';
import { bookingChanges, isBeginning, originText } from '../../shared/events/event-texts.js';
import { hotelAtom } from '../../shared/hotel.js';
import { bookingLogAddress } from '../../shared/screens.js';
import { useMay } from '../../shared/session-staff.js';
import { useValue } from '../../shared/store.js';
import { ListState } from '../../shared/ui/ListState.js';
import { Modal } from '../../shared/ui/Modal.js';
import { bookingHistory, receivedVersionAtom } from './booking-history.js';
import { MoreMenu } from './MoreMenu.js';

function Timeline({ id }: { id: number }) {
  const { status, query, value, error } = useValue(bookingHistory.atom);
  if (query !== id || status === 'loading') return <ListState isLoading />;
  return (
    <>
      {error !== null && <ListState failure={error.message} onRetry={() => bookingHistory.load(id)} />}
      <ol className="timeline" aria-label="新しい順">
        {value?.map((entry) => (
          <HistoryEvent key={entry.position} entry={entry} />
        ))}
      </ol>
    </>
  );
}

/** Everything that happened to a booking, newest first; what happens while it is open comes on top. */
export function HistoryModal({ id, onClose }: { id: number; onClose: () => void }) {
  const mayAudit = useMay('audit');
  const version = useValue(receivedVersionAtom(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version has a longer history
  useEffect(() => void bookingHistory.load(id), [id, version]);
  return (
    <Modal
      title="予約の履歴"
      className="history-modal"
      isOpen
      onClose={onClose}
      actions={
        <>
          {mayAudit && (
            <Link className="history-link" to={bookingLogAddress(id)}>
              監査で開く
            </Link>
          )}
          <MoreMenu start={{ kind: 'booking', id }} onErased={() => bookingHistory.load(id)} />
        </>
      }
    >
      <div className="history">
        <Timeline id={id} />
      </div>
    </Modal>
  );
}

/** Lists what changed, or what a booking began with; fields that say nothing are left out. */
function Changes({ changes }: { changes: readonly FieldChange[] }) {
  const begins = isBeginning(changes);
  return (
    <dl className={begins ? 'beginning' : 'history-changes'}>
      {bookingChanges(changes).map(({ field, label, before_text, after_text }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {begins ? (
              after_text
            ) : (
              <>
                <del>{before_text}</del>
                <span className="history-arrow" role="img" aria-label="から">
                  →
                </span>
                <ins>{after_text}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One thing that happened: when, what, by whom, and what it changed. */
function HistoryEvent({ entry }: { entry: HistoryEntry }) {
  const timezone = useValue(hotelAtom)?.timezone;
  const { type, recorded_at, changes } = entry;
  return (
    <li>
      <div className="history-head">
        <EventMark type={type} />
        <span className="history-origin cut soft">{originText(entry)}</span>
        <time className="soft" dateTime={recorded_at}>
          {timezone && instantText(recorded_at, timezone)}
        </time>
      </div>
      <Changes changes={changes} />
    </li>
  );
}
