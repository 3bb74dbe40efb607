import { dayText, stayRangeText, stayText } from '@domain/calendar/stay-text.js';
import { dayIn } from '@domain/dates.js';
import type { CardObstacle, CardReversal } from '@domain/guest-card/reverse-card.js';
import type { CsvReservation, CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import type { HotelReference } from '@domain/reference.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import type { Obstacle } from '@domain/reservation/reversal/booking-past.js';
import type { BookingReversal } from '@domain/reservation/reversal/plan-reversal.js';
import type { ClosureReversal } from '@domain/room/reverse-closures.js';
import { closureReason, closureWord, type RoomClosure } from '@domain/room/room-closure.js';
import { roomText } from '@domain/room/room-number.js';
import type { WaitingObstacle, WaitingReversal } from '@domain/waiting/reverse-waiting.js';
import type { Reversal, ReversalChange, ReversalObstacle } from '@wire/reversal.js';
import { instantText } from '@wire/value-texts.js';
import { bookingChanges } from '../../event-log/event-log.public.js';
import type { RecordedEvent } from '../../event-store/event-stream.js';
import type { RequestHistory } from './request-history.loader.js';

/** Parts of the texts of a reversal. */
export type ReversalContext = {
  reference: HotelReference;
  timezone: string;
  now: Date;
  history: RequestHistory;
  current: (id: number) => Reservation | null;
};

/** Causes named after who caused them, and when. */
const CAUSES_BY_OTHERS: Partial<Record<Obstacle['cause'], string>> = {
  cancelled: '取り消されています。',
  checked_in: 'チェックインされています。',
  checked_out: 'チェックアウトされています。',
  locked: '部屋移動不可になっています。',
};

const CAUSES: Partial<Record<Obstacle['cause'], string>> = {
  outside_stay: '元のチェックイン日は、いまの宿泊期間の外になります。',
  room_missing: '元の部屋がこの期間の部屋の設定にありません。',
  room_closed: '元の部屋は予約不可になっています。',
  erased: '個人情報を削除した予約は変更できません。',
  record_changed: '自動登録データが、その後に更新または別の予約として登録されています。',
  record_cancelled: '予約元で取り消されています。',
};

const CHANGES_BY_EVENT: Partial<Record<string, string>> = {
  ReservationCancelled: '取り消されています。',
  ReservationTakenBack: '移行が取り消されています。',
  ReservationReturnedToAutoFail: '自動登録失敗に戻されています。',
  GuestCheckedIn: 'チェックインされています。',
  CheckInReverted: 'チェックインが取り消されています。',
  GuestCheckedOut: 'チェックアウトされています。',
  CheckOutReverted: 'チェックアウトが取り消されています。',
  GuestNoShow: 'ノーショーになっています。',
  NoShowReverted: 'ノーショーが取り消されています。',
  PaymentRecorded: '入金の記録が変更されています。',
  PaymentTaken: '入金されています。',
  PaymentRefunded: '返金されています。',
  ChargeAdded: '明細が追加されています。',
  ChargeRemoved: '明細が取り消されています。',
  LodgingTaxExempted: '宿泊税の免除が変更されています。',
};

/** Room and guest, as clerks name a booking. */
function subjectOf({ roomNumber, guestName1 }: Reservation): string {
  return `${roomNumber} ${guestName1}`;
}

/** Instant, author and terminal, as far as they are known: `10:32 に 鈴木さんが 端末-B で `. */
function originText(event: RecordedEvent | undefined, { reference, timezone, now }: ReversalContext): string {
  if (!event) return '';
  const at = new Date(event.recordedAt);
  const date = dayIn(timezone, at);
  const time = instantText(event.recordedAt, timezone).slice(11, 16);
  const when = date === dayIn(timezone, now) ? time : `${dayText(date)} ${time}`;
  const name = event.staffId === null ? undefined : reference.staff.get(event.staffId)?.name;
  return [`${when} に `, name && `${name}さんが `, event.terminal && `${event.terminal} で `]
    .filter(Boolean)
    .join('');
}

/** The last event that changed a booking's room, dates or status. */
function placingEvent(id: number, { history }: ReversalContext): RecordedEvent | undefined {
  const fields = ['status', 'roomNumber', 'stayStart', 'stayEnd'] as const;
  const steps = history.bookings.get(id) ?? [];
  return steps.findLast(
    ({ before, after }) => before === null || fields.some((field) => before[field] !== after[field]),
  )?.event;
}

function messageOf(found: Obstacle, booking: Reservation, context: ReversalContext): string {
  const subject = `${subjectOf(booking)} の予約：`;
  if (found.other) {
    const { roomNumber, guestName1 } = found.other;
    const origin = originText(placingEvent(found.other.id, context), context);
    return `${roomText(roomNumber)}には ${origin}${guestName1} の予約(${stayRangeText(stayOf(found.other))})が入っています。`;
  }
  if (found.rule) return `${subject}${found.rule.message}`;
  const steps = context.history.bookings.get(booking.id) ?? [];
  const step = steps.find(({ event }) => event.position === found.position);
  const origin = originText(step?.event, context);
  if (found.cause !== 'changed')
    return `${subject}${CAUSES[found.cause] ?? `${origin}${CAUSES_BY_OTHERS[found.cause]}`}`;
  const change = step && CHANGES_BY_EVENT[step.event.type];
  if (change) return `${subject}${origin}${change}`;
  const changes = step?.before ? bookingChanges(step.before, step.after, context.reference) : [];
  const labels = [...new Set(changes.map(({ label }) => label))].join('・');
  return `${subject}${origin}${labels ? `${labels}が` : ''}変更されています。`;
}

/** Obstacles in words, each once. */
export function describeObstacles(
  obstacles: readonly Obstacle[],
  context: ReversalContext,
): ReversalObstacle[] {
  const described = obstacles.flatMap((found): ReversalObstacle[] => {
    const booking = context.current(found.bookingId);
    if (!booking) return [];
    return [{ booking_id: found.bookingId, code: found.cause, message: messageOf(found, booking, context) }];
  });
  return described.filter(
    ({ message }, index) => described.findIndex((other) => other.message === message) === index,
  );
}

/** Returns what is restored of an imported record, or that it was changed since, in words. */
export function describeDismissal(
  { site, bookingNumber, bookingId }: CsvReservation,
  event: CsvReservationEvent | 'changed' | null,
): Pick<Reversal, 'obstacles' | 'changes'> {
  if (event === null) return { obstacles: [], changes: [] };
  const subject = `${site} ${bookingNumber}`.trim();
  if (event === 'changed') {
    const message = `${subject}：${CAUSES.record_changed}`;
    return { obstacles: [{ booking_id: bookingId, code: 'record_changed', message }], changes: [] };
  }
  const isBack = event.type === 'CsvReservationReopened';
  const word = isBack ? '失敗の一覧に戻します' : '対応済みにします';
  return { obstacles: [], changes: [{ booking_id: bookingId, subject, changes: [word] }] };
}

/** Returns what is restored of a booking, in words; empty when only its place in a group changes. */
export function describeChange(
  { id, current, final }: BookingReversal,
  { reference }: ReversalContext,
): ReversalChange {
  const texts = bookingChanges(current, final, reference).map(
    ({ label, before_text, after_text }) => `${label} ${before_text} → ${after_text}`,
  );
  if (final.status === current.status) return { booking_id: id, subject: subjectOf(current), changes: texts };
  const isBack = final.status === 'active';
  const word = isBack ? '取り消した予約を有効に戻します' : '予約を取り消します';
  const others = isBack ? texts.filter((text) => !text.startsWith('予約状態')) : [];
  return { booking_id: id, subject: subjectOf(current), changes: [word, ...others] };
}

/** Returns nights and reason of a 売り止め, or nights, guest and end of a 仮予約. */
function contentOf(closure: RoomClosure, { timezone }: ReversalContext): string {
  const until = closure.tentative ? ` ${instantText(closure.tentative.until, timezone)}まで` : '';
  return `${stayText(closure)}（${closureReason(closure)}${until}）`;
}

/** Says what becomes of a 売り止め or 仮予約; nothing when it stays as it is. */
export function describeClosure(
  { current, final, event }: ClosureReversal,
  context: ReversalContext,
): ReversalChange {
  const word = closureWord(current);
  const subject = `${roomText(current.roomNumber)}の${word}`;
  if (!event) return { booking_id: null, subject, changes: [] };
  if (final.isEnded) return { booking_id: null, subject, changes: [`${word}を取り消します`] };
  const text = contentOf(final, context);
  const change = current.isEnded
    ? `もう一度${word}にします ${text}`
    : `${contentOf(current, context)} → ${text}`;
  return { booking_id: null, subject, changes: [change] };
}

const CLOSURE_ENDS: Partial<Record<string, string>> = {
  RoomClosureEnded: '取り消されています。',
  TentativeStayReleased: '解放されています。',
  TentativeStayExpired: '期限が過ぎて解放されています。',
  TentativeStayBooked: '予約になっています。',
};

/** Says why a 売り止め or 仮予約 has to stay as it is. */
export function describeClosureObstacles(
  closures: readonly ClosureReversal[],
  context: ReversalContext,
): ReversalObstacle[] {
  return closures.flatMap(({ current, broken }): ReversalObstacle[] => {
    if (broken === null) return [];
    const subject = `${roomText(current.roomNumber)}の${closureWord(current)}：`;
    if (broken !== 'changed') {
      return [{ booking_id: null, code: broken.code, message: `${subject}${broken.message}` }];
    }
    const last = context.history.closures.get(current.id)?.at(-1)?.event;
    const change = CLOSURE_ENDS[last?.type ?? ''] ?? '変更されています。';
    const message = `${subject}${originText(last, context)}${change}`;
    return [{ booking_id: null, code: 'changed', message }];
  });
}

const CARD = 'お客様カード';
const CARD_CAUSES: Readonly<Record<CardObstacle, string>> = {
  wishes: 'ご要望が、その後に変更されています。',
  in_other_card: '予約が、他のお客様カードにまとめられています。',
  erased: '個人情報を削除したお客様です。',
};

/** Says what becomes of a guest's card; nothing when it stays as it is. */
export function describeCard({ events }: CardReversal): ReversalChange {
  const changes = events.flatMap((event) => {
    if (event.type === 'StaysJoined') return [`予約${event.data.bookings.length}件をもう一度まとめます`];
    if (event.type === 'StaysSplit') return [`予約${event.data.bookings.length}件を外します`];
    return event.type === 'GuestWishesWritten' ? ['ご要望を元の内容に戻します'] : [];
  });
  return { booking_id: null, subject: CARD, changes };
}

/** Says why a guest's card can't be all that it was. */
export function describeCardObstacles(cards: readonly CardReversal[]): ReversalObstacle[] {
  return cards.flatMap(({ obstacles }) =>
    obstacles.map((code) => ({ booking_id: null, code, message: `${CARD}：${CARD_CAUSES[code]}` })),
  );
}

const WAITING_CAUSES: Record<WaitingObstacle, string> = {
  changed: 'その後に変更されています。',
  booked: 'すでに予約になっています。',
  erased: '個人情報を削除したキャンセル待ちは元に戻せません。',
  lapsed: 'チェックイン日を過ぎています。',
};

const waitingSubject = ({ current }: WaitingReversal): string => `キャンセル待ち ${current.guestName}様`;

/** Says what becomes of an entry of the waiting list; nothing when it stays as it is. */
export function describeWaiting(reversal: WaitingReversal): ReversalChange {
  const texts: Partial<Record<string, string>> = {
    WaitingEntryGivenUp: 'キャンセル待ちを取り消します',
    WaitingEntryTakenUp: 'もう一度キャンセル待ちにします',
    WaitingEntryChanged: '元の内容に戻します',
  };
  const text = texts[reversal.event?.type ?? ''];
  return { booking_id: null, subject: waitingSubject(reversal), changes: text ? [text] : [] };
}

/** Says why an entry of the waiting list has to stay as it is. */
export function describeWaitingObstacles(waiting: readonly WaitingReversal[]): ReversalObstacle[] {
  return waiting.flatMap((reversal) => {
    const { obstacle } = reversal;
    if (obstacle === null) return [];
    const message = `${waitingSubject(reversal)}：${WAITING_CAUSES[obstacle]}`;
    return [{ booking_id: null, code: obstacle, message }];
  });
}
