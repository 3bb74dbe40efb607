import { FIXED_SETTINGS, type Queryable } from '../platform/database.js';

/**
 * Settings by which nobody changes what the log accepts or what a query sees: by the beginning of their names. Two that the
 * product fixes for its own sessions are set by nobody who means well.
 */
const HARMLESS_SETTINGS = [
  ...FIXED_SETTINGS.filter((name) => name !== 'search_path' && name !== 'row_security'),
  ...['application_name', 'auto_explain.', 'client_connection_check_interval', 'client_min_messages', 'cpu_'],
  ...[
    'deadlock_timeout',
    'default_statistics_target',
    'effective_',
    'enable_',
    'from_collapse_limit',
    'geqo',
  ],
  ...['hash_mem_multiplier', 'idle_', 'jit', 'join_collapse_limit', 'lc_messages', 'lock_timeout', 'log_'],
  ...['logical_decoding_work_mem', 'maintenance_work_mem', 'max_parallel_', 'min_parallel_', 'parallel_'],
  ...['pg_stat_statements.', 'random_page_cost', 'seq_page_cost', 'statement_timeout', 'tcp_', 'temp_'],
  ...['track_', 'transaction_timeout', 'wal_compression', 'work_mem'],
];

/**
 * Selects the rights of roles beyond those that the migrations grant, one row each: a kind (as `TEXTS` has them) and
 * a name. A role that may write to one of the tables and does not own them is taken for the one that serves; there is one
 * of them, or none where the owner serves.
 */
const EXCESS_RIGHTS = `
  with owner as (
    select relowner as id from pg_class where oid = 'public.event_log'::regclass
  ), granted as (
    select c.relname, c.relkind, acl.*, coalesce(r.rolname::text, 'public') as role
    from pg_class c
    cross join owner
    cross join lateral (
      select * from aclexplode(coalesce(c.relacl, acldefault((case c.relkind when 'S' then 's' else 'r' end)::"char", c.relowner)))
      union
      select privilege.* from pg_attribute a, aclexplode(a.attacl) privilege
      where a.attrelid = c.oid and a.attacl is not null) acl
    left join pg_roles r on r.oid = acl.grantee
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and (acl.grantee <> owner.id or c.relname = 'event_log' and acl.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE'))
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  ), limits (relname, privileges) as (values
    ('event_log', array['SELECT', 'INSERT']), ('log_head', array['SELECT', 'UPDATE']),
    ('kysely_migration', array['SELECT']), ('kysely_migration_lock', array['SELECT']), ('read_model_form', array['SELECT'])
  ), serving as (
    select distinct r.* from granted g join pg_roles r on r.oid = g.grantee
    where g.relkind <> 'S' and g.privilege_type <> 'SELECT' and r.oid <> (select id from owner)
  ), powerful as (
    select oid, rolname from pg_roles, owner
    where oid = owner.id or rolsuper
       or rolname in ('pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
                      'pg_maintain')
  ), acting (id, name) as (
    select oid, rolname::text from serving union select id, pg_get_userbyid(id) from owner union values (0::oid, 'public')
  ), changed (name) as (
    select split_part(setting, '=', 1) || ' (' || coalesce(acting.name, 'public') || ')'
    from pg_db_role_setting s
    join acting on acting.id = s.setrole
    cross join unnest(setconfig) setting
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and not split_part(setting, '=', 1) ^@ any ($1)
    union
    select parname || ' (' || acting.name || ')'
    from pg_parameter_acl, aclexplode(paracl) acl
    join acting on acting.id = acl.grantee
    where not parname ^@ any ($1) and not exists (select from pg_roles where oid = acl.grantee and rolsuper)
    union
    select 'session_replication_role' where current_setting('session_replication_role') <> 'origin'
  )
  select 'privilege' as kind, format('%s %s %s', g.relname, g.role, g.privilege_type) as name
  from granted g
  left join limits using (relname)
  where g.grantee = 0 or g.is_grantable
     or g.privilege_type <> all (case g.relkind when 'S' then array['USAGE', 'SELECT']
                                 else coalesce(limits.privileges, array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) end)
     or g.relname in ('password_hashes', 'one_time_codes', 'sessions', 'encryption_keys')
        and g.grantee not in (select oid from serving)
  union all
  select 'privilege', format('schema public %s CREATE', coalesce(r.rolname::text, 'public'))
  from pg_namespace n
  cross join owner
  cross join aclexplode(n.nspacl) acl
  left join pg_roles r on r.oid = acl.grantee
  where n.nspname = 'public' and acl.privilege_type = 'CREATE' and acl.grantee not in (n.nspowner, owner.id)
  union all
  select 'privilege', format('database %s CREATE', coalesce(r.rolname::text, 'public'))
  from pg_database d
  cross join owner
  cross join aclexplode(d.datacl) acl
  left join pg_roles r on r.oid = acl.grantee
  where d.datname = current_database() and acl.privilege_type = 'CREATE' and acl.grantee not in (d.datdba, owner.id)
  union all
  select 'privilege', format('%s %s EXECUTE', p.oid::regprocedure, coalesce(r.rolname::text, 'public'))
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
  cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
  left join pg_roles r on r.oid = acl.grantee
  where p.prosecdef and acl.grantee <> p.proowner and acl.grantee not in (select oid from serving)
  union all
  select 'default', coalesce(defaclnamespace::regnamespace::text, '') || ' ' || pg_get_userbyid(defaclrole)
  from pg_default_acl
  where defaclnamespace in (0, 'public'::regnamespace)
  union all
  select 'several', string_agg(rolname, '、' order by rolname) from serving having count(*) > 1
  union all
  select 'attribute', s.rolname || ' ' || attribute
  from serving s
  cross join lateral (values ('SUPERUSER', s.rolsuper), ('BYPASSRLS', s.rolbypassrls), ('CREATEROLE', s.rolcreaterole),
                             ('REPLICATION', s.rolreplication)) has (attribute, is_set)
  where is_set
  union all
  select 'member', s.rolname || ' → ' || p.rolname
  from serving s join powerful p on p.oid <> s.oid and pg_has_role(s.oid, p.oid, 'member')
  where not s.rolsuper
  union all
  select 'setting', name from changed`;

const TEXTS = {
  privilege: '移行で与えられない権限があります',
  default: '新しく作る表に権限を付ける既定があります',
  several: '書き込めるロールが複数あります',
  attribute: '稼働用のロールに余分な属性があります',
  member: '稼働用のロールが強いロールに属しています',
  setting: '見えるものや制約を変える設定があります',
};

/** Returns the rights of roles beyond those that the migrations grant, as sentences; none when there are none. */
export async function excessRights(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ kind: keyof typeof TEXTS; name: string }>({
    text: EXCESS_RIGHTS,
    values: [HARMLESS_SETTINGS],
  });
  return Object.entries(TEXTS).flatMap(([kind, text]) => {
    const names = rows.filter((row) => row.kind === kind).map(({ name }) => name);
    return names.length > 0 ? [`${text}（${names.join('、')}）。`] : [];
  });
}
