import { appendFileSync } from 'node:fs';

/** Into the file that the report of this run is made from; runs without a report, such as `npm test`, name none. */
export function recordEntry(entry: object): void {
  const line = JSON.stringify(entry);
  if (process.env.ENTRIES) appendFileSync(process.env.ENTRIES, `${line}\n`);
  console.log(line);
}
