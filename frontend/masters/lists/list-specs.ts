import { FEE_OCCASIONS } from '@domain/masters/cancellation-rules.js';
import { PAYMENT_KINDS } from '@domain/masters/masters.js';
import { SCOPE_NAMES, SCOPES } from '@domain/masters/service-accounts.js';
import { STAFF_ROLES } from '@domain/masters/staff-role.js';
import { CHARGE_KINDS } from '@domain/reservation/money.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { roomText } from '@domain/room/room-number.js';
import { halfWidth } from '@domain/typed-text.js';
import { ROLE_NAMES } from '@wire/field-texts.js';
import { instantText } from '@wire/value-texts.js';
import type { ManagedKind, ManagedLists, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import type { EntryProps } from '../EntryForm.js';
import { stateText } from '../webhooks/webhook-texts.js';

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
  facts?: readonly { label: string; read: (record: Rec, timezone: string) => string }[];
};

const orNull = (text: string): string | null => text.trim() || null;
const FLAGS = [
  { value: 0, text: '使わない' },
  { value: 1, text: '使う' },
];
const GRANTS = [
  { value: 0, text: '－' },
  { value: 1, text: '使う' },
];
const SENT = [
  { value: 0, text: '－' },
  { value: 1, text: '送る' },
];
const ROLES = STAFF_ROLES.map((value) => ({ value, text: ROLE_NAMES[value] }));
const SHOWN_NAMES = [
  { value: 0, text: '載せない' },
  { value: 1, text: '載せる（個人情報）' },
];
const named = <Field extends string>(field: Field, label: string): ListField<Field> => ({
  field,
  label,
  required: true,
  maxLength: 100,
});

const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, text: value }));
const SOURCES = [{ value: '', text: 'すべて（標準）' }, ...choicesOf(BOOKING_SOURCES)];
const FEE_RATES = [
  { value: 0, text: '不課税（損害の補填）' },
  { value: 10, text: '10%（手数料）' },
];
const LINE_RATES = [
  { value: 10, text: '10%' },
  { value: 8, text: '8%（軽減）' },
  { value: 0, text: '不課税' },
];
/** A number that is typed; left out where nothing is. */
const typedNumber = (text: string): string | undefined =>
  halfWidth(text).replace(/,/g, '').trim() || undefined;
const number = <Field extends string>(field: Field, label: string, hint?: string): ListField<Field> => ({
  ...{ field, label, maxLength: 10, inputMode: 'numeric', write: typedNumber },
  ...(hint !== undefined && { hint }),
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
  'charge-item': {
    title: '明細の項目',
    empty:
      '明細の項目はまだありません。「追加」から登録すると、明細の「内容」で種類と税率ごと選べるようになります。',
    fields: [
      { ...named('name', '内容'), maxLength: 50 },
      { field: 'kind', label: '種類', choices: choicesOf(CHARGE_KINDS) },
      { field: 'tax_rate', label: '税率', choices: LINE_RATES, write: Number },
    ],
  },
  'cancellation-rule': {
    title: 'キャンセル規定',
    empty:
      'キャンセル規定はまだありません。「追加」から登録すると、予約取消・ノーショー・早期出発のときに、残り日数や泊まらない泊の料金に応じた料金を提案します。',
    fields: [
      { ...named('name', '名称'), maxLength: 50, hint: '例: 当日、前日、2〜7日前、ノーショー' },
      {
        field: 'booking_source',
        label: '予約媒体',
        choices: SOURCES,
        hint: '媒体だけの規定があれば、その媒体では標準より優先します。',
      },
      { field: 'occasion', label: '場合', choices: choicesOf(FEE_OCCASIONS) },
      number('days_from', '何日前から', '当日は0。ノーショーと早期出発では使いません。'),
      {
        ...number('days_to', '何日前まで', '空欄なら、それより前はすべて。'),
        write: (text) => typedNumber(text) ?? null,
      },
      { ...number('percent', '合計料金の何%'), required: true },
      number('minimum', '最低額（円）', '空欄なら0円。'),
      { field: 'tax_rate', label: '消費税', choices: FEE_RATES, write: Number },
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
  'service-account': {
    title: '連携',
    empty:
      '連携はまだありません。「追加」から他のシステムを登録してキーを発行すると、そのシステムが予約や記録を読み書きできます。',
    fields: [
      { ...named('name', '名称'), hint: '例: 会計システム、チャネルマネージャー' },
      ...SCOPES.map((scope) => ({ field: scope, label: SCOPE_NAMES[scope], choices: GRANTS, write: Number })),
    ],
    facts: [
      {
        label: 'キー',
        read: ({ keys }, timezone) =>
          keys
            .map(({ key, until }) =>
              until === null ? `${key}…` : `${key}…（${instantText(until, timezone)} まで）`,
            )
            .join('\n') || '未発行',
      },
      {
        label: '最終使用',
        read: ({ keys }, timezone) => {
          const [last = null] = keys
            .flatMap(({ last_used_at }) => last_used_at ?? [])
            .sort()
            .reverse();
          return last === null ? '' : instantText(last, timezone);
        },
      },
    ],
  },
  webhook: {
    title: 'Webhook',
    empty:
      'Webhookはまだありません。「追加」から他のシステムのURLを登録してシークレットを発行すると、予約などの記録がそのURLへ送られます。',
    fields: [
      { ...named('name', '名称'), hint: '例: 会計システム' },
      {
        ...named('url', 'URL'),
        maxLength: 500,
        inputMode: 'url',
        hint: 'https:// で始まるもの。相手のシステムの説明書にあります。',
      },
      ...SCOPES.map((scope) => ({ field: scope, label: SCOPE_NAMES[scope], choices: SENT, write: Number })),
    ],
    facts: [
      { label: '状態', read: ({ delivery }) => stateText(delivery) },
      {
        label: '最終送信',
        read: ({ delivery: { delivered_at } }, timezone) =>
          delivered_at === null ? '' : instantText(delivered_at, timezone),
      },
    ],
  },
  'ical-address': {
    title: 'カレンダー（iCal）',
    empty:
      'カレンダーはまだありません。「追加」から登録してアドレスを発行すると、スマートフォンや他のシステムのカレンダーで、部屋の空きや到着を見られます。',
    fields: [
      { ...named('name', '名称'), hint: '例: 清掃会社 1001、朝食係の到着' },
      {
        field: 'room_number',
        label: '部屋番号',
        maxLength: 20,
        hint: 'その部屋の予約・売り止め・仮予約を載せます。空欄なら、全館の到着を載せます。',
        write: orNull,
      },
      {
        field: 'shows_names',
        label: '宿泊者名',
        choices: SHOWN_NAMES,
        write: Number,
        hint: '載せると、アドレスを知る人は誰でも宿泊者名を読めます。',
      },
    ],
    facts: [
      {
        label: '内容',
        read: ({ room_number }) => (room_number === null ? '全館の到着' : `${roomText(room_number)}の泊`),
      },
      { label: 'アドレス', read: ({ address }) => (address ? `${address.secret}…` : '未発行') },
      {
        label: '最終使用',
        read: ({ address }, timezone) =>
          address?.last_used_at ? instantText(address.last_used_at, timezone) : '',
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
