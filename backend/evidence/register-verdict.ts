import { hash } from 'node:crypto';
import { countText } from '@domain/calendar/stay-text.js';
import type { Queryable } from '../platform/database.js';
import type { CheckVerdict } from './log-verdicts.js';

const TITLE = '宿泊者名簿';
const PAGE = 20;

/** Decrypts a stored copy of a passport; throws where it was changed. */
type Decrypt = (sealed: Buffer, stream: string, key: Buffer) => Buffer;

/**
 * Entries that the log says are gone of which something is left: an entry that was never erased, its key, or a copy of a
 * passport; and copies of which the log says nothing, or that are missing.
 */
const LEFT = `
  with expired as (
    select position, 'guest-register-' || json_array_elements_text(payload->'entries') as stream
    from event_log where type = 'RegisterEntriesExpired'
  ), erased as (
    select stream, max(position) as position from event_log
    where type = 'PersonalDataErased' and stream like 'guest-register-%' group by stream
  ), copied as (
    select distinct on (stream) stream, position from event_log where type = 'PassportCopied' order by stream, position desc
  )
  select x.stream, 'expired' as fault from expired x
  where not exists (select from erased e where e.stream = x.stream and e.position < x.position)
  union all
  select stream, 'key' from erased join encryption_keys using (stream)
  union all
  select stream, 'copy' from erased join passport_copies using (stream)
  union all
  select stream, 'unknown' from passport_copies where not exists (select from copied c where c.stream = passport_copies.stream)
  union all
  select stream, 'missing' from copied join encryption_keys using (stream)
  where not exists (select from passport_copies p where p.stream = copied.stream)
  order by 1, 2`;

type Fault = 'expired' | 'key' | 'copy' | 'unknown' | 'missing' | 'changed';

const TEXTS: Record<Fault, string> = {
  expired: '保存期間の満了で削除したという記録がありますが、削除されていません',
  key: '削除した記録がありますが、鍵が残っています',
  copy: '削除した記録がありますが、旅券の写しが残っています',
  unknown: '記録のない旅券の写しがあります',
  missing: '記録にある旅券の写しがありません',
  changed: '旅券の写しが記録のSHA-256と一致しません',
};

type Copy = { stream: string; sealed: Buffer; key: Buffer; sha256: string };

async function changedCopies(client: Queryable, decrypt: Decrypt): Promise<string[]> {
  const changed: string[] = [];
  let after = '';
  for (;;) {
    const { rows } = await client.query<Copy>({
      text: `select p.stream, sealed, key, (
               select payload->>'sha256' from event_log e
               where e.stream = p.stream and type = 'PassportCopied' order by position desc limit 1) as sha256
             from passport_copies p join encryption_keys using (stream)
             where p.stream > $1 order by p.stream limit ${PAGE}`,
      values: [after],
    });
    for (const { stream, sealed, key, sha256 } of rows) {
      if (sha256 !== null && !isIntact(() => decrypt(sealed, stream, key), sha256)) changed.push(stream);
    }
    const last = rows.at(-1);
    if (!last) return changed;
    after = last.stream;
  }
}

function isIntact(read: () => Buffer, sha256: string): boolean {
  try {
    return hash('sha256', read()) === sha256;
  } catch {
    return false;
  }
}

/** Checks that what the log says is erased of the register is gone, and that copies of passports are those of the log. */
export async function registerVerdict(client: Queryable, decrypt: Decrypt): Promise<CheckVerdict> {
  const { rows: left } = await client.query<{ stream: string; fault: Fault }>(LEFT);
  const changed = (await changedCopies(client, decrypt)).map((stream) => ({
    stream,
    fault: 'changed' as const,
  }));
  const [first] = [...left, ...changed];
  if (first) return { state: 'bad', title: TITLE, text: `${first.stream}: ${TEXTS[first.fault]}。` };
  const { rows } = await client.query<{ expired: number; copies: number }>(
    `select (select coalesce(sum(json_array_length(payload->'entries')), 0)::int from event_log
             where type = 'RegisterEntriesExpired') as expired,
            (select count(*)::int from passport_copies) as copies`,
  );
  const { expired = 0, copies = 0 } = rows[0] ?? {};
  const text = `保存期間の満了で削除した${countText(expired)}名分は鍵も残っておらず、旅券の写し${countText(copies)}件は記録と一致しています。`;
  return { state: 'ok', title: TITLE, text };
}
