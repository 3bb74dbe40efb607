import type { Queryable } from '../platform/database.js';

/**
 * Everything that is defined in the schema of the tables, one row each: what it is, its name, and its definition. Names that
 * a rebuild gives anew (of indexes and constraints) are left out, the owner of the log is called `owner`. What belongs to an
 * extension is left out, but for functions in a language that no superuser is needed for.
 */
const DEFINITIONS = `
  with owner as (
    select relowner as id from pg_class where oid = 'public.event_log'::regclass
  ), member as (
    select classid, objid from pg_depend where deptype = 'e'
  ), relation as (
    select c.* from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from member where classid = 'pg_class'::regclass and objid = c.oid)
  ), routine as (
    select p.*, n.nspname from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_language l on l.oid = p.prolang
    where (n.nspname = 'public' or p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema'))
      and not (l.lanname in ('c', 'internal')
               and exists (select from member where classid = 'pg_proc'::regclass and objid = p.oid))
  )
  select 'table' as kind, relname as name,
         format('kind %s, persistence %s, row security %s %s%s', relkind, relpersistence, relrowsecurity, relforcerowsecurity,
                case when relowner = owner.id then '' else ', of ' || pg_get_userbyid(relowner) end) as definition
  from relation, owner
  union all
  select 'column', r.relname || '.' || a.attname,
         format('%s%s%s%s%s', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
                case a.attgenerated when '' then ' default ' else ' generated ' end || pg_get_expr(d.adbin, d.adrelid),
                ' identity ' || nullif(a.attidentity::text, ''), ' collate ' || nullif(l.collname::text, 'default'))
  from relation r
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
  left join pg_collation l on l.oid = a.attcollation
  where r.relkind <> 'S'
  union all
  select 'view', relname, pg_get_viewdef(oid) from relation where relkind in ('v', 'm')
  union all
  select 'constraint', r.relname, pg_get_constraintdef(c.oid) || case when c.convalidated then '' else ' NOT VALID' end
  from relation r join pg_constraint c on c.conrelid = r.oid where c.contype not in ('n', 't')
  union all
  select 'index', r.relname, regexp_replace(pg_get_indexdef(i.indexrelid), '^(CREATE (?:UNIQUE )?INDEX) .+? ON', '\\1 ON')
                             || case when i.indisvalid and i.indisready then '' else ' INVALID' end
  from relation r join pg_index i on i.indrelid = r.oid
  where not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  union all
  select 'trigger', r.relname || '.' || t.tgname,
         pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' else ' enabled ' || t.tgenabled::text end
  from relation r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal or t.tgenabled <> 'O'
  union all
  select 'rule', r.relname || '.' || w.rulename, pg_get_ruledef(w.oid)
  from relation r join pg_rewrite w on w.ev_class = r.oid where w.rulename <> '_RETURN'
  union all
  select 'policy', r.relname || '.' || p.polname, p.polcmd::text from relation r join pg_policy p on p.polrelid = r.oid
  union all
  select 'inheritance', r.relname, other.oid::regclass::text
  from relation r join pg_inherits i on r.oid in (i.inhparent, i.inhrelid)
  join pg_class other on other.oid in (i.inhparent, i.inhrelid) and other.oid <> r.oid
  union all
  select 'function', format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(r.oid)),
         case prokind when 'a' then 'aggregate' else pg_get_functiondef(r.oid) end
         || case when proowner = owner.id then '' else ' of ' || pg_get_userbyid(proowner) end
  from routine r, owner
  union all
  select o.type, o.identity, ''
  from pg_depend d, pg_identify_object(d.classid, d.objid, d.objsubid) o
  where d.refclassid = 'pg_namespace'::regclass and d.refobjid = 'public'::regnamespace and d.deptype = 'n'
    and d.classid not in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_default_acl'::regclass, 'pg_extension'::regclass)
    and not exists (select from member m where m.classid = d.classid and m.objid = d.objid)
  union all
  select 'cast', format('%s to %s', format_type(castsource, null), format_type(casttarget, null)), castcontext::text
  from pg_cast c
  where c.oid >= 16384 and not exists (select from member where classid = 'pg_cast'::regclass and objid = c.oid)
  union all
  select 'event trigger', evtname, evtevent from pg_event_trigger e
  where not exists (select from member where classid = 'pg_event_trigger'::regclass and objid = e.oid)
  union all
  select 'subscription', subname, '' from pg_subscription
  where subdbid = (select oid from pg_database where datname = current_database())`;

/** One thing that is defined in the database. */
export type Definition = { kind: string; name: string; definition: string };

/** A definition as one line. */
export const definitionLine = ({ kind, name, definition }: Definition): string =>
  `${kind} ${name}${definition && `: ${definition}`}`;

/** Everything that is defined in the database around the tables, sorted. */
export async function readDefinitions(client: Queryable): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(DEFINITIONS);
  const lines = rows.map((row) => ({ ...row, definition: row.definition.trim().replace(/\s+/g, ' ') }));
  return lines.sort((a, b) => (definitionLine(a) < definitionLine(b) ? -1 : 1));
}
