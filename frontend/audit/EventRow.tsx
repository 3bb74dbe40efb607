// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list takes the keys for its rows.
import type { EventRecord } from '@wire/event-record.js';
import { instantText } from '@wire/value-texts.js';
import { memo } from 'react';
import { EventMark } from '../shared/events/EventMark.js';
import { changesText, originText, positionText } from '../shared/events/event-texts.js';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { ROW_PREFIX } from './row-place.js';

type EventRowProps = {
  event: EventRecord;
  top: number;
  index: number;
  current: boolean;
  opened: boolean;
  onOpen: (event: EventRecord, withKeyboard: boolean) => void;
};

/** An event on one line: when, what, about what, by whom. */
export const EventRow = memo(function EventRow({
  event,
  top,
  index,
  current,
  opened,
  onOpen,
}: EventRowProps) {
  const timezone = useValue(hotelAtom)?.timezone;
  const { position, recorded_at, type, subject, changes } = event;
  return (
    <div
      role="row"
      id={`${ROW_PREFIX}${position}`}
      className="event-row"
      data-position={position}
      aria-rowindex={index + 2}
      aria-selected={opened}
      tabIndex={current ? 0 : -1}
      style={{ top }}
      onClick={() => onOpen(event, false)}
    >
      <span role="gridcell" className="event-position">
        {positionText(position)}
      </span>
      <span role="gridcell" className="event-time">
        {timezone && instantText(recorded_at, timezone)}
      </span>
      <span role="gridcell">
        <EventMark type={type} />
      </span>
      <span role="gridcell">{subject}</span>
      <span role="gridcell" className="event-changes">
        {changesText(changes)}
      </span>
      <span role="gridcell" className="event-origin">
        {originText(event)}
      </span>
    </div>
  );
});
