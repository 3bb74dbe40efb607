/** The columns that a reservation is read from; a row's digest takes them in this order, which therefore stays. */
export const CHANNEL_COLUMNS = [
  '予約サイト名',
  '予約番号',
  '予約区分',
  '予約日時',
  '変更日時',
  'キャンセル日時',
  'チェックイン日',
  'チェックアウト日',
  'チェックイン時刻',
  '部屋数',
  '部屋名称',
  '部屋記号',
  'プラン名称',
  '宿泊者氏名',
  '宿泊者氏名カナ',
  '会員氏名',
  '会員氏名カナ',
  '会員会社名',
  '電話番号',
  '大人人数',
  '子供人数',
  '男性人数',
  '女性人数',
  '合計料金',
  'ポイント',
  '請求料金',
  '支払方法',
  '連泊情報',
  '食事条件',
  '備考',
  'メモ',
] as const;
export type ChannelColumn = (typeof CHANNEL_COLUMNS)[number];

/** Columns that a file must have. */
export const NEEDED_COLUMNS = [
  '予約サイト名',
  '予約番号',
  '予約区分',
  'チェックイン日',
  'チェックアウト日',
  '宿泊者氏名',
] as const satisfies readonly ChannelColumn[];

/** Columns of which a file must have one. */
export const ROOM_COLUMNS = ['部屋名称', '部屋記号'] as const satisfies readonly ChannelColumn[];
