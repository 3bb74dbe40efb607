import { Button } from '@blueprintjs/core';
import { hasCorporateCheckDigit, isRegistrationNumber, SAMPLE_HOTEL_NAME } from '@domain/masters/hotel.js';
import { halfWidth } from '@domain/typed-text.js';
import type { HotelProfile } from '@wire/hotel-record.js';
import { atom } from 'jotai';
import { draftAtom, useDraft } from '../shared/drafts.js';
import { hotelAtom, saveHotel } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { Entry, EntryForm, type EntryProps } from './EntryForm.js';
import { refusalOf, tellDone } from './lists.atoms.js';
import { OwnHotel } from './OwnHotel.js';

type Field = Exclude<keyof HotelProfile, 'version'>;
type Values = Readonly<Record<Field, string>>;

type HotelField = Pick<EntryProps, 'label' | 'required' | 'maxLength' | 'hint' | 'choices'> & {
  field: Field;
};

const TURNS = ['00:00', '01:00', '02:00', '03:00', '04:00', '05:00', '06:00'].map((value) => ({
  value,
  text: value === '00:00' ? '午前0時' : `午前${Number(value.slice(0, 2))}時（それまでは前の日）`,
}));
const JAPAN = 'Asia/Tokyo';
const ZONES = [
  { value: JAPAN, text: `日本（${JAPAN}）` },
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone !== JAPAN)
    .map((zone) => ({ value: zone, text: zone })),
];

const FIELDS: readonly HotelField[] = [
  { field: 'name', label: 'ホテル名', required: true, maxLength: 100 },
  {
    field: 'short_name',
    label: '略称',
    maxLength: 20,
    hint: '画面の左上に表示します。空欄ならホテル名です。',
  },
  { field: 'address', label: '住所', maxLength: 200 },
  { field: 'phone', label: '電話番号', maxLength: 30 },
  { field: 'email', label: 'メールアドレス', maxLength: 100 },
  {
    field: 'registration_number',
    label: '登録番号',
    maxLength: 20,
    hint: '適格請求書発行事業者の番号。Tと13桁の数字です。',
  },
  { field: 'receipt_note', label: '領収書の但し書き', maxLength: 50 },
  {
    field: 'bank_account',
    label: '請求書の振込先',
    maxLength: 200,
    hint: '銀行・支店・口座の種類・番号・名義。法人への請求書に印刷します。',
  },
  { field: 'tax_rate', label: '料金に含まれる消費税の税率（%）', maxLength: 2 },
  {
    field: 'check_in_time',
    label: 'チェックインの時刻',
    maxLength: 5,
    hint: '新しい予約のチェックイン時間の欄に、目安として表示します。',
  },
  {
    field: 'check_out_time',
    label: 'チェックアウトの時刻',
    maxLength: 5,
    hint: '宿泊カードのご出発の欄に印刷します。',
  },
  {
    field: 'day_turns_at',
    label: '日付が変わる時刻',
    choices: TURNS,
    hint: '夜中に到着したお客様を、前の日の続きとして扱う時刻までです。',
  },
  {
    field: 'manages_cleaning',
    label: '清掃の管理',
    choices: [
      { value: '0', text: 'しない' },
      { value: '1', text: 'する' },
    ],
    hint: 'カレンダーに清掃前・清掃中の印を付け、清掃の画面を使います。',
  },
  {
    field: 'asks_occupation',
    label: '職業の記入',
    choices: [
      { value: '0', text: '求めない' },
      { value: '1', text: '求める' },
    ],
    hint: '宿泊者名簿と宿泊カードに職業の欄を設けます。法律では求められていません。',
  },
  {
    field: 'shows_card_prices',
    label: '宿泊カードの料金',
    choices: [
      { value: '0', text: '印刷しない' },
      { value: '1', text: '印刷する' },
    ],
  },
  {
    field: 'timezone',
    label: 'タイムゾーン',
    choices: ZONES,
    hint: '「今日」の日付を決めます。変えても、これまでの予約の日付は変わりません。',
  },
];

const hotelValuesOf = (hotel: HotelProfile): Values =>
  Object.fromEntries(
    FIELDS.map(({ field }) => [field, hotel.version === 0 && field === 'name' ? '' : String(hotel[field])]),
  ) as Values;

/** Returns what is odd about a registration number that has the right form. */
function hintOf(field: Field, value: string): string | undefined {
  const isOdd =
    field === 'registration_number' && isRegistrationNumber(value) && !hasCorporateCheckDigit(value);
  return isOdd
    ? '法人番号としては数字が合いません。個人事業者の番号でなければ、もう一度ご確認ください。'
    : undefined;
}

/** The element id of the form. */
export const HOTEL_FORM_ID = 'hotel-form';

const PLACE = 'hotel';

/** The unsaved changes of the hotel: the fields that differ, and what stood in them before. */
type HotelDraft = { values: Partial<Values>; before: Partial<Values> };
const NOTHING_TYPED: HotelDraft = { values: {}, before: {} };

/** True if something typed of the hotel is not saved. */
export const isHotelTypedAtom = atom((get) => get(draftAtom(PLACE)) !== null);

/** The draft after a text was typed in a field; what stands there already is no longer typed. */
function withTyped({ values, before }: HotelDraft, field: Field, text: string, stored: Values): HotelDraft {
  const { [field]: _, ...others } = values;
  const { [field]: first = stored[field], ...firsts } = before;
  if (text === stored[field]) return { values: others, before: firsts };
  return { values: { ...others, [field]: text }, before: { ...firsts, [field]: first } };
}

type HotelPaneProps = {
  /** Called after each try to save. */
  onSaved?: (isSaved: boolean) => void;
};

function HotelForm({ hotel, onSaved }: HotelPaneProps & { hotel: HotelProfile }) {
  const [draft, setDraft] = useDraft(PLACE, NOTHING_TYPED);
  const stored = hotelValuesOf(hotel);
  const values = { ...stored, ...draft.values };
  const hintFor = (field: Field): string | undefined => {
    const before = draft.before[field];
    if (before === undefined || before === stored[field]) return hintOf(field, values[field]);
    return `他の端末で「${stored[field] || '(空欄)'}」に変更されました。`;
  };
  const submit = async () => {
    const { tax_rate, check_in_time, check_out_time, ...texts } = values;
    const figures = Object.entries({ tax_rate, check_in_time, check_out_time });
    const halves = figures.map(([field, text]) => [field, halfWidth(text).trim()]);
    try {
      await saveHotel(hotel.version, { ...texts, ...Object.fromEntries(halves) });
      setDraft(null);
      tellDone('ホテルの情報を保存しました。');
      onSaved?.(true);
      return 'done';
    } catch (error) {
      onSaved?.(false);
      return refusalOf(
        error,
        FIELDS.map(({ field }) => field),
      );
    }
  };
  return (
    <EntryForm id={HOTEL_FORM_ID} label="ホテル" className="hotel-form panel-form stack" onSubmit={submit}>
      {(sending, errors) => (
        <>
          {FIELDS.map(({ field, hint, ...entry }) => (
            <Entry
              key={field}
              {...entry}
              id={`hotel-${field}`}
              error={errors[field]}
              hint={hintFor(field) ?? hint}
              value={values[field]}
              onChange={(text) => setDraft(withTyped(draft, field, text, stored))}
            />
          ))}
          <div className="row">
            <Button type="submit" intent="primary" text="保存" aria-disabled={sending} />
            {hotel.name === SAMPLE_HOTEL_NAME && <OwnHotel />}
          </div>
        </>
      )}
    </EntryForm>
  );
}

/** ホテル: what the hotel says of itself on screens, cards, receipts and files. */
export function HotelPane({ onSaved }: HotelPaneProps) {
  const hotel = useValue(hotelAtom);
  return hotel && <HotelForm hotel={hotel} onSaved={onSaved} />;
}
