import type { Intent } from '@blueprintjs/core';
import type { ImportSummary } from '@wire/csv-imports.js';
import type { BookingChangeKind, ChangedBooking, PersonChanges } from '@wire/handover.js';

/** What each act is called. */
export const ACT_NAMES: Readonly<Record<BookingChangeKind, string>> = {
  added: '新規',
  moved: '移動',
  changed: '変更',
  cancelled: '取消',
  reinstated: '取消の取消',
  checked_in: 'チェックイン',
  check_in_reverted: 'チェックインの取消',
  checked_out: 'チェックアウト',
  check_out_reverted: 'チェックアウトの取消',
  no_show: 'ノーショー',
  no_show_reverted: 'ノーショーの取消',
  paid: '入金',
  unpaid: '未払いに戻し',
};

export const ACT_INTENTS: Readonly<Record<BookingChangeKind, Intent>> = {
  added: 'primary',
  moved: 'warning',
  changed: 'warning',
  cancelled: 'danger',
  reinstated: 'success',
  checked_in: 'success',
  check_in_reverted: 'danger',
  checked_out: 'success',
  check_out_reverted: 'danger',
  no_show: 'danger',
  no_show_reverted: 'success',
  paid: 'success',
  unpaid: 'danger',
};

/** Who did it: staff by name, else the terminal, else the system. */
export function personName({ staff_name, terminals }: PersonChanges): string {
  return staff_name ?? terminals[0] ?? 'システム';
}

/** How often each act was done, such as `新規 3・移動 1`. */
export function operationCounts({ bookings }: PersonChanges): string {
  const counts = new Map<BookingChangeKind, number>();
  for (const act of bookings.flatMap(({ acts }) => acts)) counts.set(act, (counts.get(act) ?? 0) + 1);
  return [...counts].map(([act, count]) => `${ACT_NAMES[act]} ${count}`).join('・');
}

const OUTCOMES = [
  ['new', '新規'],
  ['changed', '変更'],
  ['cancelled', '取消'],
  ['failed', '失敗'],
] as const satisfies readonly (readonly [keyof ImportSummary, string])[];

/** What became of the rows of imports, such as `新規 12・変更 1・取消 0・失敗 2`. */
export function outcomeText(imports: readonly ImportSummary[]): string {
  return OUTCOMES.map(([outcome, name]) => {
    const count = imports.reduce((sum, one) => sum + one[outcome], 0);
    return `${name} ${count}`;
  }).join('・');
}

/** A key that identifies a person or terminal. */
export function personKey({ staff_id, terminals }: PersonChanges): string {
  return staff_id === null ? `terminal ${terminals[0] ?? ''}` : `staff ${staff_id}`;
}

/** By which a row is found again after the list was read anew. */
export function changeKey(person: PersonChanges, { booking_id }: ChangedBooking): string {
  return `${personKey(person)} ${booking_id}`;
}
