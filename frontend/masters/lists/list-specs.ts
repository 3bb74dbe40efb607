import { STAFF_ROLES } from '@domain/masters/staff-role.js';
import { ROLE_NAMES } from '@wire/field-texts.js';
import type { ManagedKind, ManagedLists, ManagedRecord } from '../../shared/api/managed-masters-api.js';

/** A field of a list's records, as a text that is typed or chosen. */
export type ListField<Rec> = {
  field: string;
  label: string;
  required?: boolean;
  maxLength?: number;
  hint?: string;
  inputMode?: 'tel' | 'email';
  choices?: readonly { value: string; text: string }[];
  read: (record: Rec) => string;
  /** The text as the server takes it. */
  write: (text: string) => unknown;
};

/** How a list of master records is shown and edited. */
export type ListSpec<Rec> = {
  title: string;
  /** What is said when there is nothing yet. */
  empty: string;
  nameOf: (record: Rec) => string;
  fields: readonly ListField<Rec>[];
  /** Columns that are only looked at. */
  facts?: readonly { label: string; read: (record: Rec) => string }[];
};

export const LIST_KINDS = ['corporate', 'payment', 'blacklist', 'staff'] as const;

const asTyped = (text: string): string => text;
const orNull = (text: string): string | null => text.trim() || null;
const FLAGS = [
  { value: '0', text: '使わない' },
  { value: '1', text: '使う' },
];
const ROLES = STAFF_ROLES.map((value) => ({ value, text: ROLE_NAMES[value] }));

const SPECS: { [Kind in ManagedKind]: ListSpec<ManagedLists[Kind]> } = {
  corporate: {
    title: '法人',
    empty: '法人はまだありません。「追加」から登録すると、予約の「法人」で選べるようになります。',
    nameOf: (record) => record.corporate_short_name,
    fields: [
      {
        field: 'corporate_short_name',
        label: '法人名',
        required: true,
        maxLength: 100,
        read: (record) => record.corporate_short_name,
        write: asTyped,
      },
      {
        field: 'corporate_flag',
        label: '法人専用の部屋',
        choices: FLAGS,
        read: (record) => String(record.corporate_flag),
        write: Number,
      },
    ],
  },
  payment: {
    title: '支払方法',
    empty: '支払方法はまだありません。「追加」から登録すると、予約の「支払方法」で選べるようになります。',
    nameOf: (record) => record.payment_name,
    fields: [
      {
        field: 'payment_name',
        label: '支払方法',
        required: true,
        maxLength: 100,
        read: (record) => record.payment_name,
        write: asTyped,
      },
    ],
  },
  blacklist: {
    title: 'ブラックリスト',
    empty: 'ブラックリストは空です。「追加」から登録すると、予約の登録時に照合されます。',
    nameOf: (record) => record.guest_name,
    fields: [
      {
        field: 'guest_name',
        label: '宿泊者名',
        required: true,
        maxLength: 100,
        read: (record) => record.guest_name,
        write: asTyped,
      },
      {
        field: 'tel',
        label: '電話番号',
        maxLength: 30,
        inputMode: 'tel',
        read: (record) => record.tel ?? '',
        write: orNull,
      },
    ],
  },
  staff: {
    title: 'スタッフ',
    empty: 'スタッフはまだいません。「追加」から登録してください。',
    nameOf: (record) => record.name,
    fields: [
      {
        field: 'name',
        label: '氏名',
        required: true,
        maxLength: 100,
        read: (record) => record.name,
        write: asTyped,
      },
      { field: 'role', label: '役割', choices: ROLES, read: (record) => record.role, write: asTyped },
      {
        field: 'login_name',
        label: 'ログイン名',
        maxLength: 50,
        inputMode: 'email',
        hint: '半角の英数字と . _ -（ログインしない人は空欄）',
        read: (record) => record.login_name ?? '',
        write: orNull,
      },
    ],
    facts: [
      {
        label: 'ログイン',
        read: ({ login_name, can_sign_in }) =>
          login_name === null ? '' : can_sign_in === 1 ? 'できる' : 'パスワード未設定',
      },
    ],
  },
};

/** How each list is shown and edited; a list's records are only given to its own specification. */
export const LISTS = SPECS as unknown as Readonly<Record<ManagedKind, ListSpec<ManagedRecord>>>;

/** A field's value in words. */
export function fieldText<Rec>({ choices, read }: ListField<Rec>, record: Rec): string {
  const value = read(record);
  return choices?.find((choice) => choice.value === value)?.text ?? value;
}
