/** The lengths and limits of what a save says (contract 1), and what is told beyond them. */
export type TextLimit = { field: string; label: string; max: number; isRequired?: true; hasLines?: true };

/** Free texts, counted in characters once they are trimmed. */
export const TEXT_LIMITS: TextLimit[] = [
  { field: 'reserver_name', label: '予約者名', max: 100, isRequired: true },
  { field: 'reserver_name_kana', label: '予約者名(カナ)', max: 100 },
  { field: 'guest_name_1', label: '宿泊者名', max: 100, isRequired: true },
  { field: 'guest_name1_kana', label: '宿泊者名(カナ)', max: 100 },
  { field: 'guest_name_2', label: '宿泊者名2', max: 100 },
  { field: 'tel', label: '電話番号', max: 30 },
  { field: 'booking_number', label: '予約番号', max: 64 },
  { field: 'notes', label: '備考', max: 2000, hasLines: true },
];
export const tooLong = ({ label, max }: TextLimit): string => `${label}は${max}文字以内で入力してください。`;

/** Signs that no text takes; line breaks are for `notes` alone. */
export const REFUSED_SIGNS = ['\u0000', '\u0007', '\u007f', '\u0085', '\u001b', '\t', '\ud800', '\udc00'];
export const wrongSign = ({ label }: TextLimit): string => `${label}に使用できない文字が含まれています。`;

/** Whole numbers from 0 on. */
export const HIGHEST_AMOUNT = 99_999_999;
export const AMOUNTS = [
  { field: 'total_fee', message: '合計料金は0以上99,999,999以下の整数で入力してください。' },
  { field: 'csv_notes', message: '利用ポイントは0以上99,999,999以下の整数で入力してください。' },
];

export const CHECKIN_TIMES = {
  taken: ['00:00', '09:10', '15:00', '23:50', '24:00', '29:50'],
  refused: ['30:00', '15:05', '15:60', '9:00', '15:00:00', '１５:００', '15：00', ' 15:00', '15:00\n', 'x'],
  message: 'チェックイン時間は00:00から29:50まで10分単位で入力してください。',
};
