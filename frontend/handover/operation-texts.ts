import type { Intent } from '@blueprintjs/core';
import type { ImportSummary } from '@wire/csv-imports.js';
import type { BookingChangeKind, ChangedBooking, PersonChanges } from '@wire/handover.js';
import { OUTCOME_LABELS, SHOWN_OUTCOMES } from '../imports/import-files.js';

/** Name and colour of each operation. */
export const ACTS: Readonly<Record<BookingChangeKind, { name: string; intent: Intent }>> = {
  added: { name: '新規', intent: 'primary' },
  moved: { name: '移動', intent: 'warning' },
  changed: { name: '変更', intent: 'warning' },
  cancelled: { name: '取消', intent: 'danger' },
  reinstated: { name: '取消の取消', intent: 'success' },
  checked_in: { name: 'チェックイン', intent: 'success' },
  check_in_reverted: { name: 'チェックインの取消', intent: 'danger' },
  checked_out: { name: 'チェックアウト', intent: 'success' },
  check_out_reverted: { name: 'チェックアウトの取消', intent: 'danger' },
  no_show: { name: 'ノーショー', intent: 'danger' },
  no_show_reverted: { name: 'ノーショーの取消', intent: 'success' },
  paid: { name: '入金', intent: 'success' },
  unpaid: { name: '未払いに戻し', intent: 'danger' },
};

/** Returns who did it: staff by name, else the terminal, else the system. */
export function personName({ staff_name, terminals }: PersonChanges): string {
  return staff_name ?? terminals[0] ?? 'システム';
}

/** Returns how often each operation was done, such as `新規 3・移動 1`. */
export function operationCounts({ bookings }: PersonChanges): string {
  const counts = new Map<BookingChangeKind, number>();
  for (const act of bookings.flatMap(({ acts }) => acts)) counts.set(act, (counts.get(act) ?? 0) + 1);
  return [...counts].map(([act, count]) => `${ACTS[act].name} ${count}`).join('・');
}

/** Returns the results of the rows of imports, such as `新規 12・変更 1・取消 0・失敗 2`. */
export function outcomeText(imports: readonly ImportSummary[]): string {
  return SHOWN_OUTCOMES.map((outcome) => {
    const count = imports.reduce((sum, one) => sum + one[outcome], 0);
    return `${OUTCOME_LABELS[outcome]} ${count}`;
  }).join('・');
}

/** A key that identifies a person or terminal. */
export function personKey({ staff_id, terminals }: PersonChanges): string {
  return staff_id === null ? `terminal ${terminals[0] ?? ''}` : `staff ${staff_id}`;
}

/** Key by which a row is found again after the list was read anew. */
export function changeKey(person: PersonChanges, { booking_id }: ChangedBooking): string {
  return `${personKey(person)} ${booking_id}`;
}
