import type { EventOrigin, FieldChange } from '@wire/event-record.js';

const NOTHING = '(なし)';

/** Wire fields that say in another form what a field beside them says. */
const TOLD_BY_ANOTHER: Readonly<Record<string, string>> = {
  room_id: 'room_number',
  csv_notes: 'used_points',
  payment_flag: 'payment_status',
};

/** An instant by the hotel's clock, as `2026/11/21 15:04:05`. */
export function clockText(instant: string, timeZone: string | undefined): string {
  return new Date(instant).toLocaleString('ja-JP', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

/** A position of the log as `8,123`. */
export function positionText(position: number): string {
  return position.toLocaleString('en-US');
}

/** Who did it and where, as far as it is known. */
export function originText({ staff_name, terminal }: Pick<EventOrigin, 'staff_name' | 'terminal'>): string {
  return [staff_name, terminal].filter(Boolean).join(' ・ ') || '自動処理';
}

/** A value in words; one that is empty says so. */
export function valueText(text: string): string {
  return text === '' ? NOTHING : text;
}

/** What changed for a reader: each fact once, and only what reads differently afterwards. */
export function toldChanges(changes: readonly FieldChange[]): FieldChange[] {
  const fields = new Set(changes.map(({ field }) => field));
  return changes.filter(
    ({ field, before_text, after_text }) =>
      before_text !== after_text && !fields.has(TOLD_BY_ANOTHER[field] ?? ''),
  );
}

/** Whether there was nothing before: what is told then is what is there now. */
export function isBeginning(changes: readonly FieldChange[]): boolean {
  return changes.length > 0 && changes.every(({ before }) => before === null);
}

/** The changes on one line. */
export function changesText(changes: readonly FieldChange[]): string {
  const told = toldChanges(changes);
  if (isBeginning(changes)) return told.map(({ label, after_text }) => `${label} ${after_text}`).join('　');
  return told
    .map(
      ({ label, before_text, after_text }) => `${label} ${valueText(before_text)}→${valueText(after_text)}`,
    )
    .join('　');
}
