import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();
const SOURCE = readFileSync('backend/platform/database.types.ts', 'utf8');

/** The `name: type` members of an object type's text, separated by semicolons outside of braces and brackets. */
function membersOf(text: string): [name: string, type: string][] {
  const members: [string, string][] = [];
  let depth = 0;
  let start = 0;
  for (const [index, character] of [...text].entries()) {
    if ('{<('.includes(character)) depth += 1;
    if ('}>)'.includes(character)) depth -= 1;
    if (character !== ';' || depth > 0) continue;
    const member = text.slice(start, index);
    const colon = member.indexOf(':');
    members.push([member.slice(0, colon).trim(), member.slice(colon + 1).trim()]);
    start = index + 1;
  }
  return members;
}

const bodyOf = (type: string): string => type.slice(type.indexOf('{') + 1, type.lastIndexOf('}')).trim();
const withEnd = (body: string): string => (body.endsWith(';') ? body : `${body};`);

/** Describes a column as it is read, by PostgreSQL's kind of type and whether it may be null. */
function columnOf(type: string): string {
  // What is read from JSON is a ColumnType, since it is written as text.
  if (/^(Generated<)?\w+\[\]>?$/.test(type)) return 'ARRAY';
  const isNullable = /\| null(,|>|$)/.test(type);
  const read = type
    .replace(/^(Generated|ColumnType)</, '')
    .split(/,| \|/)[0]
    ?.replace(/>+$/, '');
  const known: Record<string, string> = {
    number: 'number',
    string: 'text',
    boolean: 'boolean',
    Date: 'instant',
    Buffer: 'bytes',
  };
  const kind = known[read ?? ''] ?? (/^'|^RowKind$/.test(read ?? '') ? 'text' : 'json');
  return kind + (isNullable ? ' or null' : '');
}

function typedColumns(): Record<string, Record<string, string>> {
  const readModel = membersOf(
    withEnd(bodyOf(SOURCE.slice(SOURCE.indexOf('type ReadModel'), SOURCE.indexOf('/**')))),
  );
  const tables = membersOf(withEnd(bodyOf(SOURCE.slice(SOURCE.indexOf('export type Database')))));
  return Object.fromEntries(
    tables.map(([table, type]) => {
      const shared = type.startsWith('ReadModel<') ? readModel : [];
      const columns = [...shared, ...membersOf(withEnd(bodyOf(type)))];
      return [table, Object.fromEntries(columns.map(([name, column]) => [name, columnOf(column)]))];
    }),
  );
}

const KINDS: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  text: 'text',
  date: 'text',
  uuid: 'text',
  'character varying': 'text',
  boolean: 'boolean',
  'timestamp with time zone': 'instant',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
};

test('the typed tables are those of the migrated database, column by column', async () => {
  const typed = typedColumns();
  const rows = await rawQuery(
    database.url,
    `select table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema = 'public'`,
  );
  const migrated: Record<string, Record<string, string>> = {};
  for (const { table_name: table, column_name: column, data_type, is_nullable } of rows) {
    if (!table || !column || !(table in typed)) continue;
    migrated[table] ??= {};
    migrated[table][column] =
      `${KINDS[data_type ?? ''] ?? data_type}${is_nullable === 'YES' ? ' or null' : ''}`;
  }
  expect(Object.keys(typed).length).toBeGreaterThan(20);
  expect(typed).toEqual(migrated);
});
