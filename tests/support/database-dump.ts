import { rawQuery } from './log-rows.js';

/** Every row of every table as text, bytes in hexadecimal: what a dump of the database holds. */
export async function dumpOf(url: string): Promise<string> {
  const tables = await rawQuery(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const rows = await rawQuery(url, `select row_to_json(t)::text as row from ${name} t`);
    dumps.push(`${name}`, ...rows.map(({ row }) => row ?? ''));
  }
  return dumps.join('\n');
}

/** Those of some words that are found in a text in any spelling that would give them away. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '').slice(0, -1);
  const spellings = (word: string): string[] => [
    word,
    JSON.stringify(word).slice(1, -1),
    encodeURIComponent(word),
    Buffer.from(word).toString('hex'),
    base64(Buffer.from(word)),
    [...word].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ];
  return words.filter((word) => spellings(word).some((spelling) => text.includes(spelling)));
}
