import type { Queryable } from '../platform/database.js';
import type { CheckVerdict } from './log-verdicts.js';

type Planted = { kind: 'password' | 'code' | 'session'; staffId: number; hasEvents: boolean };

const NAMES: Record<Planted['kind'], string> = {
  password: 'パスワード',
  code: 'ワンタイムコード',
  session: 'セッション',
};

/** Passwords, codes and sessions whose digest no event of their member of staff tells, and whether any event does. */
const UNTOLD = `
  with told as (
    select stream, type, payload->>'digest' as digest, (payload->>'until')::timestamptz as until
    from event_log where stream like 'staff-access-%'
  ), stored as (
    select 'password' as kind, staff_id, encode(sha256(convert_to(hash, 'UTF8')), 'hex') as digest, null::timestamptz as until
    from password_hashes
    union all
    select 'code', staff_id, encode(sha256(hash), 'hex'), null from one_time_codes
    union all
    select 'session', (sess->>'staffId')::int, encode(sha256(convert_to(sid, 'UTF8')), 'hex'),
           timestamptz 'epoch' + (sess->>'endsAt')::bigint * interval '1 millisecond'
    from sessions
  )
  select kind, staff_id as "staffId", exists (select from told) as "hasEvents" from stored s
  where not exists (
    select from told t
    where t.stream = 'staff-access-' || s.staff_id and t.digest = s.digest and t.until is not distinct from s.until)
  order by kind, staff_id`;

/** Whether each password, one-time code and session that is stored was told by an event when it came to be. */
export async function accessVerdict(client: Queryable): Promise<CheckVerdict> {
  const title = 'ログイン';
  const { rows: planted } = await client.query<Planted>(UNTOLD);
  if (planted.length === 0) {
    const text = '保存されているパスワード、ワンタイムコード、セッションには、すべて記録があります。';
    return { state: 'ok', title, text };
  }
  const list = planted.map(({ kind, staffId }) => `スタッフID ${staffId} の${NAMES[kind]}`).join('、');
  if (planted[0]?.hasEvents) return { state: 'bad', title, text: `記録のないものがあります（${list}）。` };
  const text = `記録を始める前からあるものは、次の起動のときに記録されます（${list}）。`;
  return { state: 'note', title, text };
}
