// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.

import { stayTexts } from './record-texts.js';
import type { QueueGroup } from './queue-view.js';

/** The heading of a reservation of several rooms. */
export function QueueHead({ group, top, index }: { group: QueueGroup; top: number; index: number }) {
  const [first] = group.records;
  if (!first) return null;
  const { start, nights } = stayTexts(first);
  return (
    <div role="row" className="queue-head" style={{ top }} aria-rowindex={index + 2}>
      <div role="gridcell" aria-colspan={9}>
        <strong>{`${first.site} ${first.booking_number}`}</strong>
        <span>{first.guest_name_1}</span>
        <span>{`${start} ${nights}`}</span>
        <span className="queue-mark">{`${first.rooms}室中${group.records.length}室が失敗`}</span>
      </div>
    </div>
  );
}
