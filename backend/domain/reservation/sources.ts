/** Booking sources in the order of their number markers 1 to 9 (spec 9). */
export const BOOKING_SOURCES = [
  '自社',
  '楽天',
  '電話',
  '企業(法人)',
  '訪問',
  'るるぶ',
  '宿泊時',
  'その他',
  'じゃらん',
] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];

export const DEFAULT_BOOKING_SOURCE: BookingSource = '自社';

/** Purposes of a stay; the empty one is the blank choice (contract 7). */
export const PURPOSES = ['出張', '観光', '帰省', '受験', '冠婚葬祭', 'イベント', 'その他', ''] as const;
export type Purpose = (typeof PURPOSES)[number];

export const DEFAULT_PURPOSE: Purpose = '出張';
