import type { Permission } from '@domain/masters/staff-role.js';
import {
  type Call,
  cancellationDay,
  formOf,
  type Json,
  type Made,
  PNG,
  type RouteFixture,
  taxRule,
} from './route-fixture.js';

export type Make = (desk: RouteFixture) => Promise<Call> | Call;
/** A refused call: its body or query, where it is not the one of the call itself, and the errors. */
export type Refusal = { status: number; told: string | RegExp; body?: Json; query?: string; call?: Make };

export type Route = {
  may: Permission | 'everybody';
  /** A call that is done, made anew each time. */
  done: Make;
  refused?: Refusal;
  /** The record has a version, which `If-Match` is held against. */
  hasVersion?: true;
  /** Remembers no key: what is done twice is the same as once, or is no command. */
  hasNoKey?: true;
  /** Reads no body. */
  hasNoBody?: true;
};

const read = (may: Route['may'], path: string | Make, refused?: Refusal): Route => ({
  may,
  done: typeof path === 'string' ? () => ({ path }) : path,
  refused,
});
const look = (path: string | Make, refused?: Refusal) => read('look', path, refused);
const write = (may: Route['may'], done: Make, refused?: Refusal, more: Partial<Route> = {}): Route => ({
  may,
  done,
  ...(refused && { refused }),
  ...more,
});
const VERSIONED = { hasVersion: true } as const;
const badQuery = (told: string | RegExp, query: string): Refusal => ({ status: 400, told, query });
const badBody = (told: string | RegExp, body: Json): Refusal => ({ status: 422, told, body });

type Maker = {
  [Name in keyof RouteFixture]: RouteFixture[Name] extends () => Promise<Made> ? Name : never;
}[keyof RouteFixture];

/** A call about a record that is made for it, of its version. */
const about =
  <Name extends Maker>(
    kind: string,
    make: Name,
    end = '',
    body?: Json | ((record: Awaited<ReturnType<RouteFixture[Name]>>, number: number) => Json),
  ): Make =>
  async (desk) => {
    const record = (await desk[make]()) as Awaited<ReturnType<RouteFixture[Name]>> & Made;
    const said = typeof body === 'function' ? body(record, desk.number()) : body;
    return { path: `/api/${kind}/${record.id}${end}`, body: said, version: record.version };
  };
/** A change of one record, decided by the version that was seen. */
const change = (...[kind, make, end, body, refused]: [...Parameters<typeof about>, refused?: Refusal]) =>
  write('desk', about(kind, make, end, body), refused, VERSIONED);
const add = (path: string, body: (desk: RouteFixture) => Json | Promise<Json>, refused: Refusal) =>
  write('desk', async (desk) => ({ path, body: await body(desk) }), refused);
/** A change that is refused when it is made a second time, or too early. */
const early =
  (make: 'book' | 'cancelled', end: string): Make =>
  async (desk) => ({ path: `/api/booking/${(await desk[make]()).id}${end}` });

/** A call about the cleaning of a room, in a hotel that manages it. */
const cleaning = (end: string, fields: (number: number) => Json, refused: Refusal) =>
  write(
    'desk',
    async (desk) => {
      const { room_number, version } = await desk.cleanedRoom();
      return { path: `/api/cleaning/${end}`, body: { room_number, ...fields(version) }, version };
    },
    refused,
    VERSIONED,
  );

/** A call about the entry of a booking's first guest in the register. */
const registered =
  (end: string, body: (entry: Made, number: number) => Call['body']): Make =>
  async (desk) => {
    const { booking, ...entry } = await desk.registered();
    const path = `/api/guest-register/${booking}/1${end}`;
    return { path, body: body(entry, desk.number()), version: entry.version };
  };

/** A call about the card of a booking's guest, which has wishes. */
const carded =
  (end: string, body: (card: Made & { booking: number; other: number }, number: number) => Json): Make =>
  async (desk) => {
    const card = await desk.carded();
    const path = `/api/guest-cards/${card.booking}${end}`;
    return { path, body: body(card, desk.number()), version: card.version };
  };

/** Fees of a rule for cancellations, apart from its name and days. */
const RULE = { occasion: 'キャンセル', percent: 80 };

/** The calls about a list that only admins change. */
function master(path: string, make: Maker, fields: (count: number) => Json, wrong: Refusal) {
  return {
    [`POST /api/${path}`]: write(
      'manage',
      (desk) => ({ path: `/api/${path}`, body: fields(desk.number()) }),
      wrong,
    ),
    [`PUT /api/${path}/:id`]: write(
      'manage',
      about(path, make, '', (_, count) => fields(count)),
      wrong,
      VERSIONED,
    ),
    [`PUT /api/${path}/:id/retired`]: write(
      'manage',
      about(path, make, '/retired', { is_retired: 1 }),
      badBody('使用停止は0か1で指定してください。', { is_retired: 2 }),
      VERSIONED,
    ),
  } satisfies Record<string, Route>;
}

const PERIOD = { start_date: '2096-01-01', end_date: '2096-01-31' };
const RANGE = 'start_date=2096-01-01&end_date=2096-01-31';
const RANGE_MISSING = badQuery(/start_date/, '');
const MONTH = 'year_month=2096-01-01';
const MONTH_WRONG = badQuery(/year_month/, '?year_month=2096-13-01');
const ALL_WRONG = badQuery(/all/, '?all=yes');
const MOVE_IN_RUN = {
  mapping: ['bookingNumber', 'guestName1', 'roomNumber', 'stayStart', 'nights'],
  ...{ system: '', past: 'completed', dry_run: 1 },
};
const WRONG_FILE = () => formOf('a,b\r\n1,2\r\n');

/** Every call of the product: the 18 of spec 7 and those agreed beyond it. */
// biome-ignore format: one call, one row
export const ROUTES: Record<string, Route> = {
  // Spec 7.
  'GET /api/fetch-reservation-data/:id': look(about('fetch-reservation-data', 'book')),
  'GET /api/fetch-csv-reservation-data/:id': look(about('fetch-csv-reservation-data', 'failedImport')),
  'GET /api/bookings': look(`/api/bookings?${RANGE}`, RANGE_MISSING),
  'GET /api/rooms': look(`/api/rooms?${MONTH}`, MONTH_WRONG),
  'GET /api/booking_type_diff': look(`/api/booking_type_diff?${RANGE}`, RANGE_MISSING),
  'GET /api/weather': look(`/api/weather?${RANGE}`, RANGE_MISSING),
  'PUT /api/weather/:id/holiday': write('desk', about('weather', 'day', '/holiday', ({ date }) => ({ date, holiday_flag: 1 })),
    badBody('休日は0か1で指定してください。', { date: '2096-01-01', holiday_flag: 2 }), VERSIONED),
  'POST /api/weather/holidays': write('desk', () => ({ path: '/api/weather/holidays', body: { from: '2097-01-01', until: '2097-12-31' } }), badBody(/5年以内/, { from: '2097-01-01', until: '2096-12-31' })),
  'POST /api/weather/holiday': add('/api/weather/holiday', (desk) => ({ date: desk.newDay() }), badBody('日付を入力してください。', {})),
  'PUT /api/weather/:id': write('desk', about('weather', 'day', '', ({ date }) => ({ date, weather: '雪' })),
    badBody(/天気/, { date: '2096-01-01', weather: 7 }), VERSIONED),
  'POST /api/weather': add('/api/weather', (desk) => ({ date: desk.newDay(), weather: '晴れ' }), badBody(/日付/, { date: '2095-02-29', weather: '晴れ' })),
  'GET /api/corporate_master': look('/api/corporate_master', ALL_WRONG),
  'GET /api/payment_master': look('/api/payment_master', ALL_WRONG),
  'GET /api/blacklist': look('/api/blacklist', ALL_WRONG),
  'GET /api/prepaid_words': look('/api/prepaid_words', ALL_WRONG),
  'GET /api/cancellation_rules': look('/api/cancellation_rules', ALL_WRONG),
  'GET /api/charge_items': look('/api/charge_items', ALL_WRONG),
  'GET /api/staff/:id': look((desk) => ({ path: `/api/staff/${desk.ids.staff}` })),
  'POST /api/booking': add('/api/booking', (desk) => desk.booking(), badBody(/宿泊者名/, {})),
  'PUT /api/booking/:id': change('booking', 'book', '', { notes: 'メモ' }, badBody('宿泊者名は2文字以上で入力してください。', { guest_name_1: '' })),
  'PUT /api/booking/:id/cancel': change('booking', 'book', '/cancel', undefined,
    { status: 409, told: 'この予約は既に取り消されています。', call: early('cancelled', '/cancel') }),
  'PUT /api/booking/:id/return-temairazu': change('booking', 'imported', '/return-temairazu'),

  // Bookings.
  'POST /api/booking/:id/check-in': write('desk', about('booking', 'past', '/check-in', ({ stay_start: date }) => ({ date })),
    badBody('日付は正しい日付（YYYY-MM-DD）で入力してください。', { date: '2026-02-30' }), VERSIONED),
  'DELETE /api/booking/:id/check-in': change('booking', 'inHouse', '/check-in', undefined,
    { status: 409, told: /チェックイン/, call: early('book', '/check-in') }),
  'POST /api/booking/:id/check-out': change('booking', 'inHouse', '/check-out', {}, badBody('日付を入力してください。', { date: '' })),
  'DELETE /api/booking/:id/check-out': change('booking', 'left', '/check-out', undefined,
    { status: 409, told: /チェックアウト/, call: early('book', '/check-out') }),
  'POST /api/booking/:id/move-from': change('booking', 'midStay', '/move-from', ({ move }) => move, badBody('移動日は正しい日付（YYYY-MM-DD）で入力してください。', { room_id: 1, from: '2026-02-30' })),
  'POST /api/booking/:id/leave-early': change('booking', 'leaving', '/leave-early', {}, badBody('手数料は0以上99,999,999以下の整数で入力してください。', { fee: -1 })),
  'POST /api/booking/:id/extend': change('booking', 'inHouse', '/extend', {}, badBody('チェックアウト日は正しい日付（YYYY-MM-DD）で入力してください。', { stay_end: '2026-02-30' })),
  'POST /api/booking/:id/no-show': change('booking', 'past', '/no-show', undefined,
    { status: 409, told: /チェックイン日/, call: early('book', '/no-show') }),
  'DELETE /api/booking/:id/no-show': change('booking', 'missed', '/no-show', undefined,
    { status: 409, told: /ノーショー/, call: early('book', '/no-show') }),
  'POST /api/booking/:id/cancellation-fee': change('booking', 'cancelled', '/cancellation-fee', { cancellation_fee: 100 },
    badBody(/キャンセル料/, { cancellation_fee: -1 })),
  'GET /api/cancellation-fees': look('/api/cancellation-fees'),
  'POST /api/booking/:id/payment': change('booking', 'book', '/payment', { payment_type: null, payment_flag: 1 },
    badBody(/0か1/, { payment_type: null, payment_flag: 2 })),
  'GET /api/booking/:id/account': look(about('booking', 'book', '/account')),
  'POST /api/booking/:id/charges': change('booking', 'book', '/charges', { kind: '追加', name: '朝食', amount: 1500 },
    badBody(/税率は10、8、0/, { kind: '追加', amount: 1500, tax_rate: 5 })),
  'POST /api/booking/:id/payments': write('desk', about('booking', 'owing', '/payments', ({ payment_type }) => ({ payment_type, amount: 500 })),
    badBody('支払方法と金額の指定が正しくありません。', {}), VERSIONED),
  'POST /api/booking/:id/refunds': write('desk', about('booking', 'settled', '/refunds', ({ payment_type }) => ({ payment_type, amount: 500, reason: '早めのご出発' })),
    badBody(/返金の理由を入力してください/, { reason: '' }), VERSIONED),
  'POST /api/booking/:id/lodging-tax': change('booking', 'book', '/lodging-tax', { exemption: null },
    badBody(/宿泊税に登録されているものから/, { exemption: '常連' })),
  'GET /api/lodging-tax/month': look('/api/lodging-tax/month?month=2096-01-01', badQuery(/month/, '?month=x')),
  'GET /api/lodging-tax/month.csv': look('/api/lodging-tax/month.csv?month=2096-01-01', badQuery(/month/, '?month=x')),
  'GET /api/booking/:id/receipt': look(about('booking', 'book', '/receipt')),
  'POST /api/booking/:id/receipt': change('booking', 'paid', '/receipt', { addressee: '㈱見本商事' },
    { status: 409, told: '未払いの予約の領収書は発行できません。先に入金を記録してください。', call: early('book', '/receipt') }),
  'GET /api/booking/:id/receipt-parts': look(about('booking', 'settled', '/receipt-parts')),
  'POST /api/booking/:id/receipt-parts': change('booking', 'settled', '/receipt-parts',
    ({ stay_start }) => ({ parts: [{ nights: [stay_start], charges: [], addressee: '山田', honorific: '様', note: '' }] }),
    badBody('領収書の分け方の指定が正しくありません。', { parts: [] })),
  'GET /api/booking/:id/return-invoice': look(about('booking', 'returned', '/return-invoice'), badQuery(/返金/, '?refund=x')),
  'POST /api/booking/:id/return-invoice': change('booking', 'returned', '/return-invoice', { refund: 3 },
    badBody('返金の指定が正しくありません。', {})),
  'GET /api/daily-payments': look('/api/daily-payments', badQuery(/date/, '?date=2026-02-30')),
  'GET /api/daily-payments.csv': look('/api/daily-payments.csv', badQuery(/date/, '?date=x')),
  'POST /api/daily-payments/close': add('/api/daily-payments/close', (desk) => ({ date: `2020-01-${String((desk.number() % 28) + 1).padStart(2, '0')}`, float: 30000, counted: 30000, seen: 0 }),
    badBody(/釣銭準備金は数値/, { float: 'x' })),
  'GET /api/receivables': look('/api/receivables', badQuery(/month/, '?month=2026-11')),
  'GET /api/receivables.csv': look('/api/receivables.csv', badQuery(/month/, '?month=2026-11-02')),
  'GET /api/receivables/:id': look(about('receivables', 'corporate'), badQuery(/month/, '?month=x')),
  'GET /api/invoices/:id': look(about('invoices', 'invoice')),
  'POST /api/invoices': add('/api/invoices', (desk) => desk.billable(), badBody('請求する予約を選んでください。', { corporate_id: 1, month: '2096-01-01', due_day: '2096-02-29', booking_ids: [] })),
  'POST /api/invoices/:id/replacement': change('invoices', 'invoice', '/replacement', { reason: '料金の変更' },
    badBody('取消の理由の選択が正しくありません。', { reason: 'x' })),
  'POST /api/invoices/:id/payments': write('desk', about('invoices', 'invoice', '/payments', ({ payment_type }) => ({ ways: [{ payment_type, amount: 500 }] })),
    badBody('支払方法と金額の指定が正しくありません。', { ways: [] }), VERSIONED),
  'POST /api/invoices/:id/reversals': change('invoices', 'paidInvoice', '/reversals', { payment: 2 },
    badBody('入金の指定が正しくありません。', {})),
  'POST /api/invoices/:id/reissue': change('invoices', 'invoice', '/reissue', {}, badBody(/x/, { x: 1 })),
  'POST /api/invoices/:id/cancel': change('invoices', 'invoice', '/cancel', { reason: '誤発行' }, badBody(/取消の理由/, {})),
  'GET /api/booking/:id': look(about('booking', 'book')),
  'GET /api/booking/:id/history': look(about('booking', 'book', '/history')),
  'GET /api/booking/:id/erasure': read('manage', about('booking', 'past', '/erasure')),
  'POST /api/booking/:id/erasure': write('manage', about('booking', 'past', '/erasure', { reason: '本人からの請求' }), badBody(/保存期間/, {}), VERSIONED),
  'GET /api/room-closures': look(`/api/room-closures?${RANGE}`, RANGE_MISSING),
  'GET /api/room-closures/proposals': look('/api/room-closures/proposals?room_number=1001&start_date=2096-01-10&end_date=2096-01-12',
    badQuery(/売り止めの開始日/, '?room_number=1001&end_date=2096-01-12')),
  'POST /api/room-closures': add('/api/room-closures', (desk) => desk.closing(), badBody(/理由/, { room_number: '1001', start_date: '2096-01-10', end_date: '2096-01-11' })),
  'PUT /api/room-closures/:id': change('room-closures', 'closure', '', { reason: '工事' }, badBody(/理由/, { reason: '' })),
  'DELETE /api/room-closures/:id': write('desk', about('room-closures', 'closure'), undefined, { ...VERSIONED, hasNoBody: true }),
  'GET /api/tentative-stays': look('/api/tentative-stays'),
  'POST /api/tentative-stays': add('/api/tentative-stays', (desk) => desk.holding(), badBody(/宿泊者名/, { room_number: '1001', start_date: '2096-01-10', end_date: '2096-01-11', until: '2096-01-01T00:00:00Z' })),
  'PUT /api/tentative-stays/:id': change('tentative-stays', 'tentative', '', { remark: '折り返し電話' }, badBody(/宿泊者名/, { guest_name: '' })),
  'DELETE /api/tentative-stays/:id': write('desk', about('tentative-stays', 'tentative'), undefined, { ...VERSIONED, hasNoBody: true }),
  'POST /api/tentative-stays/:id/restore': change('tentative-stays', 'released', '/restore', () => ({ until: new Date(Date.now() + 86_400_000).toISOString() }), badBody(/期限/, { until: '' })),
  'GET /api/tentative-stays/:id/erasure': read('manage', about('tentative-stays', 'tentative', '/erasure')),
  'POST /api/tentative-stays/:id/erasure': write('manage', about('tentative-stays', 'tentative', '/erasure', {}), badBody(/理由/, { reason: 1 }), VERSIONED),
  'GET /api/waiting-list/:id/erasure': read('manage', about('waiting-list', 'givenUp', '/erasure')),
  'POST /api/waiting-list/:id/erasure': write('manage', about('waiting-list', 'waiting', '/erasure', {}), badBody(/キャンセル待ち/, { waiting_entry_ids: ['x'] }), VERSIONED),
  'GET /api/waiting-list': look('/api/waiting-list'),
  'POST /api/waiting-list': add('/api/waiting-list', (desk) => desk.wishes(), badBody(/宿泊者名/, { stay_start: '2096-01-10', stay_end: '2096-01-11', mens_count: 1, womens_count: 0, smoking_status: '禁煙', corporateID: 0 })),
  'PUT /api/waiting-list/:id': change('waiting-list', 'waiting', '', { remark: '折り返し電話' }, badBody(/宿泊者名/, { guest_name: '' })),
  'DELETE /api/waiting-list/:id': write('desk', about('waiting-list', 'waiting'), undefined, { ...VERSIONED, hasNoBody: true }),
  'POST /api/waiting-list/:id/restore': write('desk', about('waiting-list', 'givenUp', '/restore'), undefined, { ...VERSIONED, hasNoBody: true }),
  'POST /api/booking-batch': add('/api/booking-batch', async (desk) => ({ changes: [{ action: 'cancel', id: (await desk.book()).id }] }),
    badBody('変更の指定が正しくありません。', { changes: [] })),
  'POST /api/reversals': add('/api/reversals', async (desk) => ({ request_id: await desk.request(), accept: 'all' }),
    badBody('元に戻す範囲の指定が正しくありません。', { request_id: 'request-1', accept: 'some' })),
  'GET /api/reversals/:request_id': look(async (desk) => ({ path: `/api/reversals/${await desk.request()}` }),
    { status: 404, told: '元に戻す操作が見つかりません。', call: () => ({ path: '/api/reversals/request-1' }) }),
  'GET /api/returning-guests': look('/api/returning-guests?name=山田', badQuery(/100文字以内/, `?name=${'山'.repeat(101)}`)),
  'GET /api/booking-search': look('/api/booking-search?q=山', badQuery('検索する言葉を100文字以内で指定してください。', '')),
  'GET /api/room-proposals': look(
    '/api/room-proposals?stay_start=2096-01-10&stay_end=2096-01-12&mens_count=1&womens_count=0&smoking_status=禁煙&corporateID=0',
    badQuery(/チェックイン日/, '')),
  'GET /api/front-desk': look('/api/front-desk?date=2096-01-10', badQuery(/date/, '?date=2096-02-30')),
  'GET /api/front-desk/invoices': look('/api/front-desk/invoices', badQuery(/after/, '?after=x')),
  'GET /api/front-desk/room-changes': look('/api/front-desk/room-changes', badQuery(/date/, '?date=x')),
  'GET /api/front-desk/unpaid': look('/api/front-desk/unpaid', badQuery(/limit/, '?limit=101')),
  'GET /api/booking-changes': look(`/api/booking-changes?${RANGE}&as_of=1`, badQuery(/as_of/, `?${RANGE}`)),
  'GET /api/log/moment': look('/api/log/moment', badQuery(/as_of/, '?as_of=x')),

  // The auto-registration.
  'POST /api/csv-imports': write('desk', (desk) => ({ path: '/api/csv-imports', body: desk.channelRows() }),
    { status: 422, told: /ファイル/, call: () => ({ path: '/api/csv-imports', body: WRONG_FILE() }) }),
  'POST /api/csv-imports/rows': add('/api/csv-imports/rows', (desk) => ({ rows: [desk.jsonRow()] }), badBody(/rowsには/, { rows: [] })),
  'GET /api/csv-imports': look('/api/csv-imports'),
  'GET /api/csv-imports/:id': look(about('csv-imports', 'importFile'), badQuery(/outcome/, '?outcome=bad')),
  'GET /api/csv-imports/:id/failed.csv': look(about('csv-imports', 'importFile', '/failed.csv')),
  'GET /api/csv-reservations': look('/api/csv-reservations', badQuery(/status/, '?status=x')),
  'GET /api/csv-reservations/:id/rooms': look(about('csv-reservations', 'failedImport', '/rooms')),
  'POST /api/csv-reservations/retry': add('/api/csv-reservations/retry', () => ({}), badBody('理由の選択が正しくありません。', { reason: 'x' })),
  'POST /api/csv-reservations/:id/retry': change('csv-reservations', 'failedImport', '/retry'),
  'PUT /api/csv-reservations/:id/dismissed': change('csv-reservations', 'failedImport', '/dismissed', { is_dismissed: 1, reason: '重複' },
    badBody('理由を入力してください。', { is_dismissed: 1 })),
  'GET /api/csv-reservations/:id/erasure': read('manage', about('csv-reservations', 'failedImport', '/erasure')),
  'POST /api/csv-reservations/:id/erasure': write('manage', about('csv-reservations', 'failedImport', '/erasure', { reason: '請求' }),
    badBody(/理由/, { reason: 1 }), VERSIONED),
  'GET /api/room-type-mappings': look('/api/room-type-mappings'),
  'POST /api/room-type-mappings': add('/api/room-type-mappings', (desk) => ({ room_type: `R${desk.number()}`, categories: ['twin_smoking'] }),
    badBody(/区分/, { room_type: 'X', categories: ['suite'] })),
  'PUT /api/room-type-mappings/:id': change('room-type-mappings', 'mapping', '', (_, count) => ({ room_type: `R${count}`, categories: ['twin_smoking'] }),
    badBody(/記号または名称/, { room_type: '', categories: ['twin_smoking'] })),

  // Masters and rooms.
  ...master('corporate_master', 'corporate', (count) => ({ corporate_short_name: `㈱ ${count}`, corporate_flag: 1 }), badBody(/法人/, {})),
  ...master('payment_master', 'payment', (count) => ({ payment_name: `払い ${count}` }), badBody(/支払方法/, {})),
  ...master('blacklist', 'listed', (count) => ({ guest_name: `客 ${count}`, tel: '' }), badBody(/宿泊者名/, {})),
  ...master('cancellation_rules', 'cancellationRule', (count) => ({ ...RULE, ...cancellationDay(count) }), badBody(/名称/, RULE)),
  ...master('charge_items', 'chargeItem', (count) => ({ name: `項目 ${count}`, kind: '追加', tax_rate: 8 }), badBody(/内容/, { kind: '追加', tax_rate: 8 })),
  ...master('prepaid_words', 'prepaid', (count) => ({ word: `前金 ${count}` }), badBody(/支払方法の言葉/, {})),
  'GET /api/lodging-tax/rules': look('/api/lodging-tax/rules'),
  ...master('lodging-tax/rules', 'taxRule', taxRule, badBody(/開始日/, {})),
  ...master('staff', 'staff', (count) => ({ name: `係 ${count}`, role: 'staff', login_name: `s${count}` }),
    badBody(/役割/, { name: '係', role: 'boss', login_name: null })),
  ...master('service-accounts', 'serviceAccount', (count) => ({ name: `連携 ${count}`, events: 1 }), badBody(/範囲/, { name: '連携' })),
  'GET /api/service-accounts': read('audit', '/api/service-accounts'),
  'POST /api/service-accounts/:id/key': write('manage', about('service-accounts', 'serviceAccount', '/key', { overlap_hours: 24 }),
    badBody(/時間/, { overlap_hours: -1 }), { hasNoKey: true }),
  ...master('webhooks', 'webhook', (count) => ({ name: `送先 ${count}`, url: 'https://203.0.114.9/hook', rooms: 1 }),
    badBody(/送る内容/, { name: '送先', url: 'https://203.0.114.9/hook' })),
  'GET /api/webhooks': read('audit', '/api/webhooks'),
  'POST /api/webhooks/:id/secret': write('manage', about('webhooks', 'webhook', '/secret', { overlap_hours: 24 }),
    badBody(/時間/, { overlap_hours: -1 }), { hasNoKey: true }),
  'POST /api/webhooks/:id/replay': write('manage', about('webhooks', 'webhook', '/replay', { after: 1 }),
    badBody(/記録番号/, { after: -1 }), VERSIONED),
  'GET /api/webhooks/:id/dead-letters': read('audit', about('webhooks', 'webhook', '/dead-letters')),
  'POST /api/webhooks/:id/dead-letters/again': write('manage', about('webhooks', 'webhook', '/dead-letters/again', {}),
    badBody(/記録番号/, { position: 0 }), { hasNoKey: true }),
  ...master('ical-addresses', 'icalAddress', (count) => ({ name: `カレンダー ${count}` }), badBody(/部屋番号/, { name: '暦', room_number: '9999' })),
  'GET /api/ical-addresses': read('audit', '/api/ical-addresses'),
  'POST /api/ical-addresses/:id/address': write('manage', about('ical-addresses', 'icalAddress', '/address'), undefined, { hasNoKey: true, hasNoBody: true }),
  'GET /api/ical/:file': read('everybody', async (desk) => {
    const { id } = await desk.icalAddress();
    return desk.make<Call & Made>('post', `/api/ical-addresses/${id}/address`);
  }),
  'GET /api/staff': read('audit', '/api/staff'),
  'POST /api/staff/:id/one-time-code': write('manage', about('staff', 'staff', '/one-time-code'), undefined, { hasNoKey: true, hasNoBody: true }),
  'GET /api/room-months': look(`/api/room-months?${MONTH}`, MONTH_WRONG),
  'PUT /api/room-months': write('manage', async (desk) => {
    const { id, version } = await desk.roomMonth();
    return { path: '/api/room-months', body: { rooms: [{ id, version, room_label: `L${desk.number()}` }] } };
  }, badBody('部屋の指定が正しくありません。', { rooms: [] })),
  'POST /api/room-months': write('manage', (desk) => {
    const kind = { room_type: 'シングル', room_label: 'S', priority: '', smoking_status: '禁煙' };
    const sold = { reservable_status: '予約可能', corporate: 0, from: '2096-01-01', until: '2096-01-01' };
    return { path: '/api/room-months', body: { room_number: String(1100 + (desk.number() % 8000)), ...kind, ...sold } };
  }, badBody(/部屋番号/, {})),
  'POST /api/room-months/copy': write('manage',
    () => ({ path: '/api/room-months/copy', body: { from: '2096-01-01', to: '2096-02-01', acknowledged: [] } }),
    badBody('コピー先の月を入力してください。', { from: '2096-01-01' })),
  'PUT /api/room-months/order': write('manage',
    () => ({ path: '/api/room-months/order', body: { rooms: [], from: '2096-01-01' } }),
    badBody('部屋が見つかりません。', { rooms: ['ない部屋'], from: '2096-01-01' })),
  'POST /api/room-months/plan': write('manage', (desk) => {
    const kind = { room_type: 'シングル', room_label: '', priority: '', smoking_status: '禁煙', reservable_status: '予約可能' };
    const rooms = [{ ...kind, room_number: String(10_000 + desk.number()), corporate: 0 }];
    return { path: '/api/room-months/plan', body: { rooms, from: '2096-01-01', until: '2096-02-01' } };
  }, badBody('部屋がありません。', { rooms: [], from: '2096-01-01', until: '2096-02-01' })),
  'GET /api/room-months.csv': look(`/api/room-months.csv?${MONTH}`, MONTH_WRONG),
  'POST /api/room-months/csv': write('manage', async ({ admin, number }) => {
    const { text } = await admin.get('/api/room-months.csv?year_month=2096-03-01');
    const file = Buffer.from(text.replace('禁煙S', `禁煙${number()}`)).toString('latin1');
    return { path: '/api/room-months/csv', body: formOf(file) };
  }, { status: 422, told: /見出し「部屋番号」がありません。/, call: () => ({ path: '/api/room-months/csv', body: WRONG_FILE() }) }),

  // The way in and the way out.
  'POST /api/move-in/files': write('manage', (desk) => ({ path: '/api/move-in/files', body: desk.moveInRows() }),
    { status: 422, told: /1行もありません/, call: () => ({ path: '/api/move-in/files', body: formOf('a,b') }) }),
  'GET /api/move-in/files': read('manage', '/api/move-in/files'),
  'GET /api/move-in/files/:id': read('manage', about('move-in/files', 'moveInFile')),
  'POST /api/move-in/files/:id/runs': write('manage', about('move-in/files', 'moveInFile', '/runs', MOVE_IN_RUN),
    badBody('「部屋番号」の列を選んでください。', { ...MOVE_IN_RUN, mapping: MOVE_IN_RUN.mapping.with(2, '') })),
  'POST /api/move-in/files/:id/take-back': write('manage', about('move-in/files', 'movedInFile', '/take-back', {}),
    { status: 409, told: /移行した予約はありません/, call: about('move-in/files', 'moveInFile', '/take-back', {}) }),
  'GET /api/move-in/files/:id/rows': read('manage', about('move-in/files', 'moveInFile', '/rows'), badQuery(/outcome/, '?outcome=bad')),
  'GET /api/move-in/files/:id/reasons': read('manage', about('move-in/files', 'moveInFile', '/reasons')),
  'GET /api/move-in/files/:id/failed.csv': read('manage', about('move-in/files', 'moveInFile', '/failed.csv')),
  'GET /api/move-in/export.zip': read('manage', '/api/move-in/export.zip'),

  // Handover, reports, audit.
  'GET /api/guest-register': read('desk', async (desk) => ({ path: `/api/guest-register?booking_ids=${(await desk.book()).id}` }), badQuery(/booking_ids/, '?booking_ids=1,x')),
  'GET /api/guest-register/incomplete': read('desk', '/api/guest-register/incomplete'),
  'PUT /api/guest-register/:booking/:number': write('desk', registered('', ({ version }) => ({ name: `山田 ${version}郎`, address: '東京都' })),
    badBody('住所は200文字以内で入力してください。', { address: 'あ'.repeat(201) }), VERSIONED),
  'POST /api/guest-register/:booking/:number/passport': write('desk', registered('/passport', (_, number) => formOf(`${PNG}${number}`, 'a.png')),
    { status: 422, told: /JPEG、PNG、PDF/, call: registered('/passport', () => formOf('a,b', 'a.png')) }, VERSIONED),
  'GET /api/guest-register/:booking/:number/passport': read('desk', async (desk) => ({ path: `/api/guest-register/${(await desk.withPassport()).id}/1/passport` })),
  'POST /api/guest-register/list': write('manage', () => ({ path: '/api/guest-register/list', body: PERIOD }), badBody(/終了日/, { ...PERIOD, end_date: '2095-01-01' })),
  'POST /api/guest-register/list.csv': write('manage', () => ({ path: '/api/guest-register/list.csv', body: PERIOD }), badBody(/終了日/, { ...PERIOD, end_date: '2095-01-01' })),
  'GET /api/guest-cards/:booking': look(async (desk) => ({ path: `/api/guest-cards/${(await desk.carded()).booking}` }), badQuery(/as_of/, '?as_of=x')),
  'POST /api/guest-cards/:booking/joined': write('desk', carded('/joined', ({ other }) => ({ booking_ids: [other] })),
    badBody('予約を1件以上指定してください。', { booking_ids: [] }), VERSIONED),
  'POST /api/guest-cards/:booking/split': write('desk', carded('/split', ({ booking }) => ({ booking_ids: [booking] })),
    badBody('予約の指定が正しくありません。', { booking_ids: ['x'] }), VERSIONED),
  'PUT /api/guest-cards/:booking/wishes': write('desk', carded('/wishes', (_, number) => ({ wishes: `★枕 ${number}` })),
    badBody('ご要望は2000文字以内で入力してください。', { wishes: 'あ'.repeat(2001) }), VERSIONED),
  'GET /api/cleaning': look('/api/cleaning', badQuery(/as_of/, '?as_of=x')),
  'PUT /api/cleaning/state': cleaning('state', (number) => ({ state: number % 2 ? '清掃中' : '清掃済' }), badBody('清掃の状態の選択が正しくありません。', { room_number: '601', state: '済' })),
  'PUT /api/cleaning/remark': cleaning('remark', (number) => ({ remark: `リネン ${number}` }), badBody('備考は60文字以内で入力してください。', { room_number: '601', remark: 'あ'.repeat(61) })),
  'GET /api/handover': look('/api/handover', badQuery(/as_of/, '?since=x')),
  'GET /api/handover/unread': look('/api/handover/unread', badQuery(/read/, '?read=x')),
  'POST /api/handover': add('/api/handover', (desk) => ({ memo: `引継 ${desk.number()}` }), badBody('引継ぎメモは文字で入力してください。', { memo: 7 })),
  'GET /api/handover-notes': look(`/api/handover-notes?${RANGE}`, RANGE_MISSING),
  'POST /api/handover-notes': add('/api/handover-notes', (desk) => ({ date: '2096-01-10', text: `荷物 ${desk.number()}` }),
    badBody('申し送りを入力してください。', { date: '2096-01-10', text: '' })),
  'PUT /api/handover-notes/:id': change('handover-notes', 'note', '', { date: '2096-01-11', text: '届いた' }, badBody(/日付/, { date: 'x', text: '届いた' })),
  'PUT /api/handover-notes/:id/done': change('handover-notes', 'note', '/done', { is_done: 1 }, badBody(/0か1/, { is_done: 2 })),
  'DELETE /api/handover-notes/:id': change('handover-notes', 'note'),
  'GET /api/reports': look(`/api/reports?${RANGE}&by=day`, badQuery(/by|単位/, `?${RANGE}&by=year`)),
  'GET /api/reports.csv': look(`/api/reports.csv?${RANGE}&by=day`, RANGE_MISSING),
  'GET /api/events': read('audit', '/api/events?limit=5', badQuery(/limit/, '?limit=x')),
  'GET /api/feed': read('audit', '/api/feed?limit=5', badQuery(/limit/, '?limit=x')),
  'GET /api/checkpoints': read('audit', '/api/checkpoints'),
  'POST /api/checkpoints': write('audit', () => ({ path: '/api/checkpoints' }), undefined, { hasNoKey: true, hasNoBody: true }),
  'GET /api/evidence-package': read('audit', async (desk) => {
    await desk.make('post', '/api/checkpoints');
    return { path: '/api/evidence-package' };
  }, badQuery(/from/, '?from=x')),

  // Around them. What a session is about is proven in tests/backend/identity.
  'GET /api/hotel': look('/api/hotel'),
  'PUT /api/hotel': write('manage', async (desk) => ({ path: '/api/hotel', body: { name: `宿 ${desk.number()}`, manages_cleaning: 1 }, version: await desk.hotelVersion() }),
    badBody('登録番号はTと13桁の数字で入力してください。', { name: '宿', registration_number: 'T12' }), VERSIONED),
  'GET /api/setup': look('/api/setup'),
  'GET /api/setup/comparison': look('/api/setup/comparison'),
  'POST /api/setup/begun': write('manage', () => ({ path: '/api/setup/begun' }), undefined, { hasNoBody: true }),
  'PUT /api/setup/skipped': write('manage', (desk) => ({ path: '/api/setup/skipped', body: { step: 'hotel', is_skipped: desk.number() % 2 } }),
    badBody('ステップの選択が正しくありません。', { step: 'bath', is_skipped: 1 })),
  'PUT /api/setup/old-figures': write('manage', (desk) => ({ path: '/api/setup/old-figures', body: { figures: [{ date: '2096-01-10', rooms: desk.number(), nights: 0 }] } }),
    badBody(/日付/, { figures: [{ date: 'x', rooms: 1, nights: 0 }] })),
  'POST /api/setup/opened': write('manage', () => ({ path: '/api/setup/opened' }), undefined, { hasNoBody: true }),
  'POST /api/setup/usual-payments': write('manage', () => ({ path: '/api/setup/usual-payments' }), undefined, { hasNoBody: true }),
  'POST /api/screen-errors': write('look', () => ({ path: '/api/screen-errors', body: { kind: 'TypeError', screen: '/audit', places: [] } }),
    badBody(/画面のエラーの内容が正しくありません。/, {}), { hasNoKey: true }),
  'GET /api/session': read('everybody', '/api/session'),
  'POST /api/session': write('everybody', async (desk) => {
    const { loginName } = await desk.colleague('staff');
    return { path: '/api/session', body: { login_name: loginName, password: desk.password } };
  }, badBody(/ログイン名は文字で入力してください。/, {}), { hasNoKey: true }),
  'PUT /api/session': write('everybody', async (desk) => {
    const code = await desk.codeFor((await desk.staff()).id);
    return { path: '/api/session', body: { code, password: desk.password } };
  }, badBody('新しいパスワードを入力してください。', { code: 'x' }), { hasNoKey: true }),
  'DELETE /api/session': write('everybody', () => ({ path: '/api/session' }), undefined, { hasNoKey: true }),
  'GET /api/docs': read('manage', '/api/docs'),
  'GET /api/openapi.json': read('manage', '/api/openapi.json'),
  'GET /health/live': read('everybody', '/health/live'),
  'GET /health/ready': read('everybody', '/health/ready'),
  'GET /metrics': read('everybody', '/metrics'),
};
