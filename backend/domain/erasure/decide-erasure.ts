import { conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import type { Day } from '../dates.js';
import type { PersonalDataErased } from '../erased.js';
import { erasureObstacle, type GuestRecord, retainedUntil } from './retention.js';
import { tellsGuest } from './same-guest.js';

const EXPIRED = '保存期間の満了';

/** What staff ask: the reason may be left out once every record's retention is over. */
export type Erasure = { reason: string; today: Day; retentionYears: number };

function dayText(day: Day): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}

/** Erases the personal data of some records of one guest, or says what stands in the way of any of them. */
export function decideErasure(
  records: readonly GuestRecord[],
  { reason, today, retentionYears }: Erasure,
): Decided<PersonalDataErased> {
  const obstacles = records.flatMap((record) => erasureObstacle(record, today) ?? []);
  const [obstacle] = obstacles;
  if (obstacle) return refused(conflict('not_erasable', null, obstacle));
  if (records.some(({ state }) => tellsGuest(reason, state))) {
    const message = '理由にはお客様の氏名や電話番号を書かないでください。理由は削除後も記録に残ります。';
    return refused(invalid('reason_tells_guest', 'reason', message));
  }
  const ends = records.flatMap((record) => retainedUntil(record, retentionYears) ?? []);
  const last = ends
    .filter((end) => end >= today)
    .sort()
    .at(-1);
  if (last && reason === '') {
    const message = `保存期間（${dayText(last)}まで）が過ぎていません。削除する理由を入力してください。`;
    return refused(invalid('reason_required', 'reason', message));
  }
  return decided({ type: 'PersonalDataErased', data: { reason: reason || EXPIRED } });
}
