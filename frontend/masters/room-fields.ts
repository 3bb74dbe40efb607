import { GENDER_PRIORITIES, RESERVABLE_STATUSES, SMOKING_STATUSES } from '@domain/room/room-month.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';

/** What can be changed of a room-month. */
export type RoomValues = Pick<
  ManagedRoomMonth,
  'room_type' | 'room_label' | 'priority' | 'smoking_status' | 'reservable_status' | 'corporate'
>;
export type RoomField = keyof RoomValues;

/** How a field is called, and its choices when it has any. */
type FieldKind = { label: string; choices: readonly { value: string | number; text: string }[] | null };

const same = (values: readonly string[]) => values.map((value) => ({ value, text: value || 'なし' }));

/** The fields of a room-month in the order of the columns. */
export const ROOM_FIELDS: Readonly<Record<RoomField, FieldKind>> = {
  room_type: { label: '部屋タイプ', choices: null },
  room_label: { label: '表示名', choices: null },
  priority: { label: '性別の優先', choices: same(GENDER_PRIORITIES) },
  smoking_status: { label: '喫煙区分', choices: same(SMOKING_STATUSES) },
  reservable_status: { label: '予約の可否', choices: same(RESERVABLE_STATUSES) },
  corporate: {
    label: '法人専用',
    choices: [
      { value: 0, text: 'なし' },
      { value: 1, text: '法人専用' },
    ],
  },
};
export const ROOM_FIELD_NAMES = Object.keys(ROOM_FIELDS) as RoomField[];

/** A field's value in words; a value that is nothing special is left blank. */
export function roomFieldText(field: RoomField, values: RoomValues): string {
  const value = values[field];
  if (value === '' || value === 0) return '';
  return ROOM_FIELDS[field].choices?.find((choice) => choice.value === value)?.text ?? String(value);
}

/** A chosen or typed text as a field's value. */
export function roomFieldValue(field: RoomField, text: string): Partial<RoomValues> {
  return { [field]: field === 'corporate' ? Number(text) : text };
}

/** Only the values that differ from a room's own. */
export function differing(room: RoomValues, values: Partial<RoomValues>): Partial<RoomValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => room[field as RoomField] !== value),
  );
}
