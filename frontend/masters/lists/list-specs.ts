import { PAYMENT_KINDS } from '@domain/masters/masters.js';
import { STAFF_ROLES } from '@domain/masters/staff-role.js';
import { ROLE_NAMES } from '@wire/field-texts.js';
import type { ManagedKind, ManagedLists, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import type { EntryProps } from '../EntryForm.js';

/** A field of a list's records, as a text that is typed or chosen. */
export type ListField<Field extends string = string> = Pick<
  EntryProps,
  'label' | 'required' | 'maxLength' | 'hint' | 'inputMode' | 'choices'
> & {
  field: Field;
  /** The text as the server takes it; as it is where this is left out. */
  write?: (text: string) => unknown;
};

/** Specification of a list of master records. */
type ListSpec<Rec> = {
  title: string;
  /** Text for an empty list. */
  empty: string;
  /** Fields that are entered; the first names the record. */
  fields: readonly [ListField<keyof Rec & string>, ...ListField<keyof Rec & string>[]];
  /** Columns that are only looked at. */
  facts?: readonly { label: string; read: (record: Rec) => string }[];
};

const orNull = (text: string): string | null => text.trim() || null;
const FLAGS = [
  { value: 0, text: '使わない' },
  { value: 1, text: '使う' },
];
const ROLES = STAFF_ROLES.map((value) => ({ value, text: ROLE_NAMES[value] }));
const named = <Field extends string>(field: Field, label: string): ListField<Field> => ({
  field,
  label,
  required: true,
  maxLength: 100,
});

const SPECS: { [Kind in ManagedKind]: ListSpec<ManagedLists[Kind]> } = {
  corporate: {
    title: '法人',
    empty: '法人はまだありません。「追加」から登録すると、予約の「法人」で選べるようになります。',
    fields: [
      named('corporate_short_name', '法人名'),
      { field: 'corporate_flag', label: '法人専用の部屋', choices: FLAGS, write: Number },
    ],
  },
  payment: {
    title: '支払方法',
    empty: '支払方法はまだありません。「追加」から登録すると、予約の「支払方法」で選べるようになります。',
    fields: [
      named('payment_name', '支払方法'),
      { field: 'kind', label: '種類', choices: PAYMENT_KINDS.map((value) => ({ value, text: value })) },
    ],
  },
  'prepaid-word': {
    title: '事前決済の言葉',
    empty:
      '追加した言葉はまだありません。予約サイトのCSVの「支払方法」に、事前カード決済のような一般の言葉のほかに事前決済を表す言葉があれば追加してください。次の取込から「済」になります。',
    fields: [
      {
        ...named('word', '支払方法の言葉'),
        hint: 'CSVの「支払方法」の欄のとおりに。全角・半角・大文字・小文字・空白の違いは問いません。',
      },
    ],
  },
  blacklist: {
    title: 'ブラックリスト',
    empty: 'ブラックリストは空です。「追加」から登録すると、予約の登録時に照合されます。',
    fields: [
      named('guest_name', '宿泊者名'),
      { field: 'tel', label: '電話番号', maxLength: 30, inputMode: 'tel', write: orNull },
    ],
  },
  staff: {
    title: 'スタッフ',
    empty: 'スタッフはまだいません。「追加」から登録してください。',
    fields: [
      named('name', '氏名'),
      { field: 'role', label: '役割', choices: ROLES },
      {
        field: 'login_name',
        label: 'ログイン名',
        maxLength: 50,
        inputMode: 'email',
        hint: '半角の英数字と . _ -（ログインしない人は空欄）',
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

/** Specifications of the lists; a list's records are only given to its own. */
export const LISTS = SPECS as unknown as Readonly<
  Record<ManagedKind, ListSpec<Record<string, unknown> & ManagedRecord>>
>;

/** A field's value as it is edited. */
export function textIn({ field }: ListField, record: ManagedRecord): string {
  return String(record[field as keyof ManagedRecord] ?? '');
}

/** A field's value in words. */
export function fieldText(field: ListField, record: ManagedRecord): string {
  const value = textIn(field, record);
  return field.choices?.find((choice) => String(choice.value) === value)?.text ?? value;
}

/** Returns the name of a record. */
export function nameOf(kind: ManagedKind, record: ManagedRecord): string {
  return textIn(LISTS[kind].fields[0], record);
}
