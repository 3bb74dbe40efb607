import { BOOKING_SOURCES, PURPOSES } from '@domain/reservation/sources.js';
import { CATEGORIES } from '@domain/room/category.js';
import type { Draws } from './draws.js';

type Json = Record<string, unknown>;

const people = (draw: Draws) => draw.of<[number, number]>([1, 0], [0, 1], [1, 1], [2, 0], [0, 2]);

function booking(draw: Draws): Json {
  const [mens_count, womens_count] = people(draw);
  return {
    ...draw.stay(),
    guest_name_1: draw.name(),
    reserver_name: draw.name(),
    mens_count,
    womens_count,
    checkin_time: draw.of('15:00', '00:00', '29:50'),
    total_fee: draw.of(0, 8_000, 99_999_999),
    csv_notes: draw.of<string | number>('0', '300', 0, 12),
    notes: draw.of('', '窓側\n希望'),
    purpose: draw.of(...PURPOSES),
    booking_source: draw.of(...BOOKING_SOURCES),
    reserver_name_kana: draw.of('', 'ヤマダ'),
    tel: draw.of('', '090-0000-0001'),
    booking_number: draw.of('', 'A-1'),
    corporateID: draw.of(0, draw.id('corporate')),
    payment_type: draw.of(null, draw.id('payment')),
    coupon: draw.of(0, 1),
    room_move_lock: draw.of(0, 0, 0, 1),
    blacklist_id: draw.of(-1, draw.id('blacklist')),
    nextday_out_flag: draw.of(0, 1),
    is_day_before_same_flag: draw.of(0, 0, 0, 1),
  };
}

function amendment(draw: Draws): Json {
  const whole = booking(draw);
  const { room_id, stay_start, stay_end, mens_count, womens_count, ...rest } = whole;
  const some = Object.entries(rest).filter(() => draw.below(3) === 0);
  return draw.of(
    whole,
    Object.fromEntries(some),
    { room_id, stay_start, stay_end },
    { mens_count, womens_count },
  );
}

function change(draw: Draws): Json {
  const id = draw.id('booking');
  return draw.of<() => Json>(
    () => ({ action: 'create', booking: booking(draw) }),
    () => ({ action: 'amend', id, booking: amendment(draw) }),
    () => ({ action: draw.of('cancel', 'revert-check-in', 'revert-check-out'), id }),
    () => ({ action: draw.of('check-in', 'check-out'), id, date: draw.day() }),
    () => ({ action: 'payment', id, payment_type: null, payment_flag: draw.of(0, 1) }),
  )();
}

const traits = (draw: Draws): Json => ({
  room_type: draw.of('シングル', 'ツイン', '倉庫', '離れ'),
  room_label: draw.of('S', ''),
  priority: draw.of('', '男性', '女性'),
  smoking_status: draw.of('禁煙', '喫煙'),
  reservable_status: draw.of('予約可能', '予約可能', '予約可能', '予約不可'),
  corporate: draw.of(0, 1),
});
const acknowledged = (draw: Draws) => draw.of([], [draw.id('booking')]);
const mapping = (draw: Draws): Json => ({
  room_type: draw.of('NS', 'SS', '離れ', draw.name()),
  categories: draw.of<readonly string[]>(CATEGORIES, [draw.of(...CATEGORIES)]),
});
const staff = (draw: Draws): Json => ({
  name: draw.name(),
  role: draw.of('staff', 'auditor', 'admin'),
  login_name: draw.of(null, `user${draw.below(500)}`),
});
const note = (draw: Draws): Json => ({ date: draw.day(), text: draw.of('鍵を預かる', draw.name()) });
const erasure = (draw: Draws): Json =>
  draw.of({}, { reason: '本人の希望', booking_ids: [draw.id('booking')] });
const corporate = (draw: Draws): Json => ({
  corporate_short_name: draw.name(),
  corporate_flag: draw.of(0, 1),
});
const payment = (draw: Draws): Json => ({ payment_name: draw.name() });
const blacklisted = (draw: Draws): Json => ({ guest_name: draw.name(), tel: draw.of(null, '', '090') });
const retirement = (draw: Draws): Json => ({ is_retired: draw.of(0, 0, 1) });
const stayAction = (draw: Draws): Json => draw.of({}, { date: draw.day() });

/** Bodies that the call of this method and path takes. */
export const BODIES: Record<string, (draw: Draws) => Json> = {
  'POST /api/booking': booking,
  'PUT /api/booking/:id': amendment,
  'POST /api/booking/:id/check-in': stayAction,
  'POST /api/booking/:id/check-out': stayAction,
  'POST /api/booking/:id/payment': (draw) => ({
    payment_type: draw.of(null, draw.id('payment')),
    payment_flag: draw.of(0, 1),
  }),
  'POST /api/booking/:id/erasure': erasure,
  'POST /api/csv-reservations/:id/erasure': erasure,
  'POST /api/booking-batch': (draw) => ({
    changes: Array.from({ length: 1 + draw.below(3) }, () => change(draw)),
    ...draw.of({}, { vacant: draw.stay() }),
  }),
  'POST /api/reversals': (draw) => ({ request_id: draw.id('request'), accept: draw.of('all', 'nearest') }),
  'POST /api/csv-reservations/retry': (draw) =>
    draw.of({}, { reason: '空室なし' }, { after: draw.id('imported') }),
  'PUT /api/csv-reservations/:id/dismissed': (draw) => ({
    is_dismissed: draw.of(0, 1, 1),
    reason: draw.of('重複', 'その他', draw.name()),
  }),
  'POST /api/room-type-mappings': mapping,
  'PUT /api/room-type-mappings/:id': mapping,
  'POST /api/corporate_master': corporate,
  'PUT /api/corporate_master/:id': corporate,
  'PUT /api/corporate_master/:id/retired': retirement,
  'POST /api/payment_master': payment,
  'PUT /api/payment_master/:id': payment,
  'PUT /api/payment_master/:id/retired': retirement,
  'POST /api/blacklist': blacklisted,
  'PUT /api/blacklist/:id': blacklisted,
  'PUT /api/blacklist/:id/retired': retirement,
  'POST /api/staff': staff,
  'PUT /api/staff/:id': staff,
  'PUT /api/staff/:id/retired': retirement,
  'PUT /api/room-months': (draw) => ({
    rooms: [{ id: draw.of(...draw.known.ids.room), version: draw.of(1, 2), ...draw.of({}, traits(draw)) }],
    acknowledged: acknowledged(draw),
  }),
  'POST /api/room-months': (draw) => ({
    room_number: draw.of('1101', '1216', '99'),
    ...traits(draw),
    from: draw.month(),
    until: draw.month(),
  }),
  'POST /api/room-months/copy': (draw) => ({
    from: draw.month(),
    to: draw.month(),
    acknowledged: acknowledged(draw),
  }),
  'POST /api/handover': (draw) => ({
    memo: draw.of('', draw.name()),
    ...draw.of({}, { seen: draw.below(500) }),
  }),
  'POST /api/handover-notes': note,
  'PUT /api/handover-notes/:id': note,
  'PUT /api/handover-notes/:id/done': (draw) => ({ is_done: draw.of(0, 1) }),
  'POST /api/weather': (draw) => ({ date: draw.day(), weather: draw.of('晴れ', '雨のち曇', '') }),
  'PUT /api/weather/:id': (draw) => ({ date: draw.day(), weather: '雪' }),
  'POST /api/weather/holiday': (draw) => ({
    date: draw.day(),
    ...draw.of({}, { holiday_flag: draw.of(0, 1) }),
  }),
  'PUT /api/weather/:id/holiday': (draw) => ({ date: draw.day(), holiday_flag: draw.of(0, 1) }),
  'POST /api/session': () => ({ login_name: 'user1', password: '合言葉はフロント' }),
  'PUT /api/session': (draw) =>
    draw.of(
      { code: 'AAAA-BBBB-CCCC', password: '合言葉はフロントで' },
      { current_password: 'a', password: '合言葉はフロントで' },
    ),
};
