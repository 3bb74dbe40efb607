import type { Queryable } from '../platform/database.js';
import type { CheckVerdict } from './log-verdicts.js';

type Credential = {
  kind: 'password' | 'code' | 'session';
  staffId: number;
  isTold: boolean;
  hasEvents: boolean;
};

const NAMES: Record<Credential['kind'], string> = {
  password: 'パスワード',
  code: 'ワンタイムコード',
  session: 'セッション',
};

/**
 * The stored passwords, codes and sessions for which the log does not answer, and whether an event ever told of each: the
 * newest password counts; the newest code, until it ends or a password is chosen by it; a session until it is closed or
 * a password ends it. Whether the log tells of any way in at all.
 */
const UNANSWERED = `
  with told as (
    select position, stream, type, payload->>'kind' as kind, payload->>'digest' as digest,
           (payload->>'until')::timestamptz as until, (payload->>'byCode')::boolean as by_code,
           payload->>'keptSession' as kept, schema_version >= 2 as ends_sessions
    from event_log where stream like 'staff-access-%'
  ), stored as (
    select 'password' as kind, staff_id, encode(sha256(convert_to(hash, 'UTF8')), 'hex') as digest, null::timestamptz as until
    from password_hashes
    union all
    select 'code', staff_id, encode(sha256(hash), 'hex'), expires_at from one_time_codes
    union all
    select 'session', (sess->>'staffId')::int, encode(sha256(convert_to(sid, 'UTF8')), 'hex'),
           timestamptz 'epoch' + (sess->>'endsAt')::bigint * interval '1 millisecond'
    from sessions
  ), last_told as (
    select s.*, t.position, t.until as told_until
    from stored s
    left join lateral (
      select position, until from told
      where stream = 'staff-access-' || s.staff_id and digest = s.digest
        and case s.kind when 'session' then type = 'SessionOpened' else kind = s.kind end
      order by position desc limit 1) t on true
  )
  select kind, staff_id as "staffId", position is not null as "isTold", exists (select from told) as "hasEvents"
  from last_told l
  where position is null
     or case kind when 'session' then told_until is distinct from until else coalesce(told_until, until) is distinct from until end
     or exists (
       select from told later
       where later.stream = 'staff-access-' || l.staff_id and later.position > l.position
         and case l.kind
             when 'password' then later.kind = 'password'
             when 'code' then later.kind = 'code' or later.by_code
             else later.type = 'SessionClosed' and later.digest = l.digest
                  or later.kind = 'password' and later.ends_sessions and later.kept is distinct from l.digest
             end)
  order by kind, staff_id`;

/** The stored keys of service accounts that are not those that the newest events tell of, with the same ends. */
const UNANSWERED_KEYS = `
  with told as (
    select (payload->>'accountId')::int as account, payload->>'key' as key, payload->>'digest' as digest,
           row_number() over later as place, lag(payload->>'formerUntil') over later as until
    from event_log where stream like 'service-key-%'
    window later as (partition by stream order by position desc)
  )
  select account_id as id
  from service_keys, jsonb_array_elements(state->'keys') as stored
  where (state->>'accountId')::int <> account_id or not exists (
    select from told
    where account = account_id and place <= 2 and key = stored->>'name' and digest = stored->>'digest'
      and until is not distinct from stored->>'until')
  order by account_id`;

/** The stored secrets of webhooks that are not those that the newest events tell of, with the same ends. */
const UNANSWERED_SECRETS = `
  with told as (
    select (payload->>'webhookId')::int as webhook, version, payload->>'sealed' as sealed,
           row_number() over later as place, lag(payload->>'formerUntil') over later as until
    from event_log where stream like 'webhook-secret-%'
    window later as (partition by stream order by position desc)
  )
  select webhook_id as id
  from webhook_secrets, jsonb_array_elements(state->'secrets') as stored
  where (state->>'webhookId')::int <> webhook_id or not exists (
    select from told
    where webhook = webhook_id and place <= 2 and version = (stored->>'number')::int and sealed = stored->>'sealed'
      and until is not distinct from stored->>'until')
  order by webhook_id`;

/** The stored secrets of calendars that are not those that the newest events tell of. */
const UNANSWERED_CALENDARS = `
  with told as (
    select distinct on (stream) (payload->>'addressId')::int as address, payload->>'secret' as secret, payload->>'digest' as digest
    from event_log where stream like 'ical-secret-%' order by stream, position desc
  )
  select address_id as id from ical_secrets
  where (state->>'addressId')::int <> address_id or not exists (
    select from told where address = address_id and secret = state->>'secret' and digest = state->>'digest')
  order by address_id`;

const listed = (found: readonly Credential[]): string =>
  found.map(({ kind, staffId }) => `スタッフID ${staffId} の${NAMES[kind]}`).join('、');

/** The keys of service accounts, secrets of webhooks and addresses of calendars for which the log does not answer, in words. */
async function unansweredKeys(client: Queryable): Promise<string[]> {
  const { rows: keys } = await client.query<{ id: number }>(UNANSWERED_KEYS);
  const { rows: secrets } = await client.query<{ id: number }>(UNANSWERED_SECRETS);
  const { rows: calendars } = await client.query<{ id: number }>(UNANSWERED_CALENDARS);
  return [
    ...keys.map(({ id }) => `連携ID ${id} のキー`),
    ...secrets.map(({ id }) => `Webhook ID ${id} のシークレット`),
    ...calendars.map(({ id }) => `カレンダーID ${id} のアドレス`),
  ];
}

/** Checks that each password, code, session, key and secret that is stored answers to the newest event of its kind. */
export async function accessVerdict(client: Queryable): Promise<CheckVerdict> {
  const title = 'ログイン';
  const keys = await unansweredKeys(client);
  if (keys.length > 0) {
    return { state: 'bad', title, text: `記録と違うキーがあります（${keys.join('、')}）。` };
  }
  const { rows: found } = await client.query<Credential>(UNANSWERED);
  if (found.length === 0) {
    const text =
      '保存されているパスワード、ワンタイムコード、セッション、連携のキーとシークレットは、すべて最新の記録と合っています。';
    return { state: 'ok', title, text };
  }
  if (!found[0]?.hasEvents) {
    const text = `記録を始める前からあるものは、次の起動のときに記録されます（${listed(found)}）。`;
    return { state: 'note', title, text };
  }
  const untold = found.filter(({ isTold }) => !isTold);
  const outdated = found.filter(({ isTold }) => isTold);
  const texts = [
    ...(untold.length > 0 ? [`記録のないものがあります（${listed(untold)}）。`] : []),
    ...(outdated.length > 0
      ? [`記録では使えなくなったか、期限の違うものがあります（${listed(outdated)}）。`]
      : []),
  ];
  return { state: 'bad', title, text: texts.join(' ') };
}
