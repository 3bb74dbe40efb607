import { AnchorButton } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { type EventQuery, exportAddress } from '../../api/audit-api.js';

const FORMATS = [
  { format: 'csv', name: 'CSV' },
  { format: 'ndjson', name: 'NDJSON' },
] as const;

/** Saves all events that the filter finds. */
export function EventExports({ filter }: { filter: EventQuery }) {
  return (
    <fieldset className="event-exports">
      <legend className="visually-hidden">書き出し</legend>
      {FORMATS.map(({ format, name }) => (
        <AnchorButton
          key={format}
          size="small"
          icon={<Download size={12} />}
          text={name}
          href={exportAddress(format, filter)}
          download
          data-tooltip={`条件に合う記録をすべて${name}で保存`}
        />
      ))}
    </fieldset>
  );
}
