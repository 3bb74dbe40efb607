import { ApiError } from '../shared/api/request.js';
import { UNKNOWN_FAILURE } from '../shared/alert-failure.js';

/** What the server would not do: words for the fields, and for what belongs to none of them. */
export type Refusal = { fields: Readonly<Record<string, string>>; text: string | null };

/** The last part of a field's place: `rooms.3.room_type` is a `room_type`. */
const nameOf = (field: string): string => field.split('.').at(-1) ?? field;

/** A failed call as words at the known fields, and the others together. */
export function refusalOf(error: unknown, known: readonly string[]): Refusal {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return { fields: {}, text: UNKNOWN_FAILURE };
  }
  const fields: Record<string, string> = {};
  const others = new Set<string>();
  for (const { field, message } of error.errors) {
    const name = field === null ? '' : nameOf(field);
    if (known.includes(name)) fields[name] ??= message;
    else others.add(message);
  }
  if (error.errors.length === 0) others.add(error.message);
  return { fields, text: others.size > 0 ? [...others].join('\n') : null };
}
