/** Meanings of a column of another system's file, by the names that staff choose them by, in the order of the choice. */
export const MOVE_IN_FIELDS = {
  sourceNumber: '旧システムの予約ID',
  bookingNumber: '予約番号',
  status: '予約状態',
  reserverName: '予約者名',
  reserverNameKana: '予約者名(カナ)',
  guestName1: '宿泊者名',
  guestName1Kana: '宿泊者名(カナ)',
  guestName2: '宿泊者名2',
  roomNumber: '部屋番号',
  period: '宿泊期間',
  stayStart: 'チェックイン日',
  stayEnd: 'チェックアウト日',
  nights: '泊数',
  checkinTime: 'チェックイン時間',
  roomCount: '室数',
  guests: '宿泊人数',
  mensCount: '男性',
  womensCount: '女性',
  partyText: '人数の内訳',
  children: '子供の人数',
  gender: '性別',
  totalFee: '合計料金',
  nightlyFee: '1泊の料金',
  usedPoints: '利用ポイント',
  coupon: 'クーポン',
  paymentType: '支払方法',
  paid: '精算',
  bookingSource: '予約媒体',
  purpose: '利用目的',
  corporate: '法人',
  tel: '電話番号',
  email: 'メール',
  notes: '備考',
  checkinDate: 'チェックインした日',
  checkoutDate: 'チェックアウトした日',
  roomMoveLock: '部屋移動不可',
  nextdayOutFlag: '翌OUT',
  sameAsDayBefore: '前日と同一予約',
  party: 'グループ',
} as const;

export type MoveInField = keyof typeof MOVE_IN_FIELDS;

/** Returns whether a text is a field's name. */
export function isMoveInField(text: string): text is MoveInField {
  return Object.hasOwn(MOVE_IN_FIELDS, text);
}

/** The fields that several columns may be together: parts of a name, or texts that all belong into the notes. */
const JOINED: readonly MoveInField[] = [
  'reserverName',
  'reserverNameKana',
  'guestName1',
  'guestName1Kana',
  'children',
  'notes',
];

/** Returns whether several columns may be this field together. */
export function isJoined(field: MoveInField): boolean {
  return JOINED.includes(field);
}

/** Stands in a mapping for a column that staff leave out on purpose. */
export const LEFT_OUT = 'left_out';

/** The field of each column, by its place in the file; null for one that is left out without anybody having said so. */
export type ColumnMapping = readonly (MoveInField | typeof LEFT_OUT | null)[];

/** Returns why a mapping cannot be used, a sentence each; none when it can. */
export function mappingFaults(mapping: ColumnMapping): string[] {
  const chosen = mapping.filter((field) => field !== null && field !== LEFT_OUT);
  const has = (...fields: MoveInField[]) => fields.some((field) => chosen.includes(field));
  const twice = [...new Set(chosen)].filter(
    (field) => !isJoined(field) && chosen.filter((other) => other === field).length > 1,
  );
  return [
    ...twice.map((field) => `「${MOVE_IN_FIELDS[field]}」が2つの列で選ばれています。1つにしてください。`),
    has('totalFee') && has('nightlyFee')
      ? '「合計料金」と「1泊の料金」は、どちらか1つの列を選んでください。'
      : '',
    has('guestName1', 'reserverName') ? '' : '「宿泊者名」か「予約者名」の列を選んでください。',
    has('roomNumber') ? '' : '「部屋番号」の列を選んでください。',
    has('period', 'stayStart') ? '' : '「チェックイン日」か「宿泊期間」の列を選んでください。',
    has('period', 'stayEnd', 'nights') ? '' : '「チェックアウト日」か「泊数」の列を選んでください。',
  ].filter((fault) => fault !== '');
}

/** The name of a column as spreadsheets show it: A, B, … Z, AA. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}
