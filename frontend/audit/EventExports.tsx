import { type EventQuery, exportAddress } from '../shared/api/audit-api.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';

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
        <DownloadButton
          key={format}
          size="small"
          text={name}
          path={exportAddress(format, filter)}
          data-tooltip={`条件に合う記録をすべて${name}で保存`}
        />
      ))}
    </fieldset>
  );
}
