import type { Queryable } from '../platform/database.js';
import type { CheckVerdict } from './log-verdicts.js';

type Guard = { name: string; detail: string | null };

const TEXTS: Record<string, (detail: string | null) => string> = {
  trigger: () => '追記だけを許すトリガーがないか、無効です。',
  function: () => '追記だけを許すトリガーの関数が書き換えられています。',
  foreign: (name) => `見覚えのないトリガーかルールがあります（${name}）。`,
  constraint: (name) => `制約がありません（${name}）。`,
  privilege: (name) => `イベントを書き換える権限が付いています（${name}）。`,
  reference: (position) => `先頭行が指すマスタの位置 (${position}) がログと合いません。`,
  rows: (name) => `行の見え方が制限されています（${name}）。`,
};

/**
 * What must stand around the log as the migrations made it, one row for each thing that does not: its trigger (before
 * update, delete and truncate, for the statement) and the trigger's function, no other trigger, rule or row policy on
 * tables that the log is kept in, the keys that refuse a second version or a second guest, and nobody's right to change.
 */
const MISSING_GUARDS = `
  with kept as (
    select oid, relname, relowner, relacl, relrowsecurity from pg_class
    where relnamespace = 'public'::regnamespace
      and relname in ('event_log', 'log_head', 'checkpoint_ends', 'encryption_keys', 'idempotency_keys', 'room_claims')
  ), own as (
    select t.tgfoid from pg_trigger t join kept on kept.oid = t.tgrelid
    where relname = 'event_log' and tgname = 'event_log_append_only' and tgtype = 58 and tgenabled in ('O', 'A')
  ), wanted (relname, definition) as (values
    ('event_log', 'PRIMARY KEY ("position")'), ('event_log', 'UNIQUE (stream, version)'),
    ('log_head', 'PRIMARY KEY (only_row)'), ('checkpoint_ends', 'PRIMARY KEY (key_id)'), ('encryption_keys', 'PRIMARY KEY (stream)'),
    ('idempotency_keys', 'PRIMARY KEY (key)'), ('room_claims', 'PRIMARY KEY (room_number, night)')
  )
  select 'trigger' as name, null as detail where not exists (select from own)
  union all
  select 'function', null from own join pg_proc p on p.oid = own.tgfoid
  where btrim(regexp_replace(p.prosrc, '\\s+', ' ', 'g')) <> 'begin raise exception '
    || '''the event log is append-only: % refused'', tg_op using errcode = ''integrity_constraint_violation''; end'
  union all
  select 'foreign', kept.relname || '.' || t.tgname from pg_trigger t join kept on kept.oid = t.tgrelid
  where not t.tgisinternal and (kept.relname, t.tgname) <> ('event_log', 'event_log_append_only')
  union all
  select 'foreign', kept.relname || '.' || r.rulename from pg_rewrite r join kept on kept.oid = r.ev_class
  union all
  select 'constraint', wanted.relname || ' ' || definition from wanted
  where not exists (
    select from pg_constraint c join kept on kept.oid = c.conrelid
    where kept.relname = wanted.relname and c.convalidated and pg_get_constraintdef(c.oid) = definition)
  union all
  select 'privilege', coalesce(r.rolname, 'public') || ' ' || acl.privilege_type
  from kept
  left join pg_attribute a on a.attrelid = kept.oid and a.attacl is not null
  cross join lateral (
    select * from aclexplode(coalesce(kept.relacl, acldefault('r', kept.relowner)))
    union select * from aclexplode(a.attacl)) acl
  left join pg_roles r on r.oid = acl.grantee
  where kept.relname = 'event_log' and acl.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
  union all
  select 'rows', relname from kept where relrowsecurity
  union all
  select 'reference', reference_position::text from log_head
  where reference_position > position
     or reference_position < (select max(position) from event_log where stream ~ $1)`;

/**
 * Whether what protects the log in the database stands as the migrations made it, and its head knows the last change of
 * the masters, which are streams of these categories: by it nodes know that what they cached is current.
 */
export async function guardVerdict(client: Queryable, masters: readonly string[]): Promise<CheckVerdict> {
  const values = [`^(${masters.join('|')})-\\d`];
  const { rows } = await client.query<Guard>({ text: MISSING_GUARDS, values });
  const title = '書き換えの防止';
  if (rows.length === 0)
    return { state: 'ok', title, text: 'トリガー、制約、権限は移行で作られたままです。' };
  return { state: 'bad', title, text: rows.map(({ name, detail }) => TEXTS[name]?.(detail)).join(' ') };
}
