import { isDeepStrictEqual } from 'node:util';
import { ERASED, ERASING_EVENT, type PersonalDataErased } from '@domain/erased.js';
import type { FieldChange, FieldValue } from '@wire/event-record.js';
import { type FieldText, NOTHING, valueText } from '@wire/value-texts.js';
import type { DomainEvent } from '../event-store/event-stream.js';

/** The fields of a record by their names on the wire. */
export type Facts = Readonly<Record<string, FieldValue>>;

type Texts<Context> = Readonly<Record<string, FieldText<Context>>>;

/** The fields that differ between two states of a record, in the order of its fields; all fields of a new record. */
export function changesBetween<Context>(
  texts: Texts<Context>,
  before: Facts | null,
  after: Facts,
  context: Context,
): FieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const text = texts[field];
    const earlier = before?.[field] ?? null;
    if (!text || isDeepStrictEqual(earlier, value)) return [];
    return {
      field,
      before: earlier,
      after: value,
      label: text.label,
      before_text: valueText(text, earlier, context),
      after_text: valueText(text, value, context),
    };
  });
}

/**
 * The values before an event. Without its key a stream's personal data reads as erased in every earlier state too, so
 * before the erasing event those values count as unknown.
 */
export function valuesBefore(type: string, before: Facts | null): Facts | null {
  if (!before || type !== ERASING_EVENT) return before;
  return Object.fromEntries(
    Object.entries(before).map(([field, value]) => [field, value === ERASED ? null : value]),
  );
}

/** The reason of an erasure as its first change; none for other events. */
export function erasureReason({ type, data }: DomainEvent): FieldChange[] {
  if (type !== ERASING_EVENT) return [];
  const { reason } = data as PersonalDataErased['data'];
  const after_text = reason || NOTHING;
  return [
    {
      field: 'erasure_reason',
      before: null,
      after: reason,
      label: '削除の理由',
      before_text: NOTHING,
      after_text,
    },
  ];
}

/** Drops changes without text before and after, such as the empty fields of a new record. */
export function asText(changes: readonly FieldChange[]): FieldChange[] {
  return changes.filter(({ before_text, after_text }) => before_text !== NOTHING || after_text !== NOTHING);
}
