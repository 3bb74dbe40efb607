import type { Queryable } from '../platform/database.js';
import { excessRights } from './database-rights.js';
import { definitionLine, readDefinitions } from './definitions.js';
import type { CheckVerdict } from './log-verdicts.js';
import { MIGRATED } from './migrated-definitions.js';

const TITLE = '書き換えの防止';
/** Most names that are told of each kind; after these are repaired the next are seen. */
const MOST_NAMES = 10;

/** Names of definitions, each once, those of columns last; a table that is named stands for its columns. */
function namesOf(lines: readonly string[]): string {
  const all = [...new Set(lines.map((line) => String(line.split(': ', 1)[0])))];
  const tableOf = (name: string) => name.replace(/^column (.+)\.[^.]+$/, 'table $1');
  const columns = all.filter((name) => name.startsWith('column ') && !all.includes(tableOf(name)));
  const names = [...all.filter((name) => !name.startsWith('column ')), ...columns];
  const more = names.length > MOST_NAMES ? `、ほか ${names.length - MOST_NAMES} 件` : '';
  return names.slice(0, MOST_NAMES).join('、') + more;
}

/** Returns the differences between the database's definitions and those of the migrations, as sentences. */
async function changedDefinitions(client: Queryable): Promise<string[]> {
  const lines = (await readDefinitions(client)).map(definitionLine);
  const missing = MIGRATED.filter((line) => !lines.includes(line));
  const surplus = lines.filter((line) => !MIGRATED.includes(line));
  return [
    ...(missing.length > 0 ? [`移行で作られたままでないものがあります（${namesOf(missing)}）。`] : []),
    ...(surplus.length > 0 ? [`移行で作られていないものがあります（${namesOf(surplus)}）。`] : []),
  ];
}

/** Checks that the head knows the last change of the masters, which are streams of these categories. */
async function headFaults(client: Queryable, masters: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ position: number }>({
    text: `
      select reference_position as position from log_head
      where reference_position > position
         or reference_position < (select max(position) from event_log where stream ~ $1)`,
    values: [`^(${masters.join('|')})-\\d`],
  });
  return rows.map(({ position }) => `先頭行が指すマスタの位置 (${position}) がログと合いません。`);
}

/**
 * Checks that all that is defined in the database is as the migrations make it (tables, constraints, triggers, functions, row
 * policies), roles have no more rights than these grant, and the head of the log knows the last change of the masters, which
 * are streams of these categories: by it nodes know that what they cached is current.
 */
export async function guardVerdict(client: Queryable, masters: readonly string[]): Promise<CheckVerdict> {
  const faults = [
    ...(await changedDefinitions(client)),
    ...(await excessRights(client)),
    ...(await headFaults(client, masters)),
  ];
  if (faults.length > 0) return { state: 'bad', title: TITLE, text: faults.join(' ') };
  return { state: 'ok', title: TITLE, text: '表、トリガー、制約、関数、権限は移行で作られたままです。' };
}
