import { failedImportsAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';

/** How many imported reservations wait for staff; nothing when none does. */
export function FailureBadge() {
  const failed = useValue(failedImportsAtom);
  if (failed === 0) return null;
  return (
    <span className="failure-badge">
      <span className="visually-hidden">失敗</span>
      {failed}
      <span className="visually-hidden">件</span>
    </span>
  );
}
