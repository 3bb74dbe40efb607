import type { ManagedRecord } from '../../shared/api/managed-masters-api.js';
import { fieldText, type ListField } from './list-specs.js';

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '');

/** Whether a record says a text in one of its fields, however it is written. */
export function matches(
  fields: readonly ListField<ManagedRecord>[],
  record: ManagedRecord,
  text: string,
): boolean {
  const wanted = plain(text);
  return wanted === '' || fields.some((field) => plain(fieldText(field, record)).includes(wanted));
}
