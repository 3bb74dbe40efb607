import { Button } from '@blueprintjs/core';
import { hasCorporateCheckDigit, isRegistrationNumber, SAMPLE_HOTEL_NAME } from '@domain/masters/hotel.js';
import { halfWidth } from '@domain/typed-text.js';
import type { HotelProfile } from '@wire/hotel-record.js';
import { atom } from 'jotai';
import { hotelAtom, saveHotel } from '../shared/hotel.js';
import { useValue, useWrite } from '../shared/store.js';
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
const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, text: zone }));

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
    field: 'timezone',
    label: 'タイムゾーン',
    choices: ZONES,
    hint: '「今日」の日付を決めます。変えても、これまでの予約の日付は変わりません。',
  },
];

const valuesOf = (hotel: HotelProfile): Values =>
  Object.fromEntries(
    FIELDS.map(({ field }) => [field, hotel.version === 0 && field === 'name' ? '' : String(hotel[field])]),
  ) as Values;

/** What is odd about a registration number that has the right form. */
function hintOf(field: Field, value: string): string | undefined {
  const isOdd =
    field === 'registration_number' && isRegistrationNumber(value) && !hasCorporateCheckDigit(value);
  return isOdd
    ? '法人番号としては数字が合いません。個人事業者の番号でなければ、もう一度ご確認ください。'
    : undefined;
}

/** The element id of the form. */
export const HOTEL_FORM_ID = 'hotel-form';

/** Unsaved input for a version of the hotel; it stays while other screens are shown. */
const typedAtom = atom<{ version: number; values: Values } | null>(null);

/** True if something typed of the hotel is not saved. */
export const isHotelTypedAtom = atom((get) => {
  const [hotel, typed] = [get(hotelAtom), get(typedAtom)];
  if (!hotel || typed?.version !== hotel.version) return false;
  const stored = valuesOf(hotel);
  return FIELDS.some(({ field }) => typed.values[field] !== stored[field]);
});

type HotelPaneProps = {
  /** Called after each try to save. */
  onSaved?: (isSaved: boolean) => void;
};

function HotelForm({ hotel, onSaved }: HotelPaneProps & { hotel: HotelProfile }) {
  const typed = useValue(typedAtom);
  const setTyped = useWrite(typedAtom);
  const values = typed?.version === hotel.version ? typed.values : valuesOf(hotel);
  const change = (field: Field, value: string) =>
    setTyped({ version: hotel.version, values: { ...values, [field]: value } });
  const submit = async () => {
    const { tax_rate, check_in_time, check_out_time, ...texts } = values;
    const figures = Object.entries({ tax_rate, check_in_time, check_out_time });
    const halves = figures.map(([field, text]) => [field, halfWidth(text).trim()]);
    try {
      await saveHotel(hotel.version, { ...texts, ...Object.fromEntries(halves) });
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
              hint={hintOf(field, values[field]) ?? hint}
              value={values[field]}
              onChange={(value) => change(field, value)}
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
  // Whoever else saves it meanwhile is shown: the form begins anew with each version.
  return hotel && <HotelForm key={hotel.version} hotel={hotel} onSaved={onSaved} />;
}
