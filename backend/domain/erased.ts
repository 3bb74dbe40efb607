import { recordOf } from './records.js';

/** Text in the place of a personal value that was erased. */
export const ERASED = '削除済み';

/** These fields as they read once they are erased. */
export function erasedFields<Field extends string>(fields: readonly Field[]): Record<Field, string> {
  return recordOf(fields, () => ERASED);
}

/** The type of the event that erases a stream's personal data and destroys its key. */
export const ERASING_EVENT = 'PersonalDataErased';

/** Erasure of a stream's personal data for good, with its reason. */
export type PersonalDataErased = { type: typeof ERASING_EVENT; data: { reason: string } };
