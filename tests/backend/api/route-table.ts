import { formOf, type RouteDesk } from './route-desk.js';
import { about, booking, get, type Make, master, type Route, told, VERSIONED, write } from './route-rows.js';

const RANGE = 'start_date=2096-01-01&end_date=2096-01-31';
const RANGE_MISSING = told(400, /start_date/, { query: '' });
const MONTH = 'year_month=2096-01-01';
const MONTH_WRONG = told(400, /year_month/, { query: '?year_month=2096-13-01' });
const GONE = 'この予約は既に取り消されています。';

const cancelled: Make = async (desk) => {
  const { id } = await desk.book();
  await desk.must('put', `/api/booking/${id}/cancel`);
  return { path: `/api/booking/${id}/cancel` };
};
const undone =
  (end: string): Make =>
  async (desk) => ({ path: `/api/booking/${(await desk.book()).id}/${end}` });

/** Every call of the product: the 18 of spec 7 and those agreed beyond it. */
// biome-ignore format: one call, one row
export const ROUTES: Record<string, Route> = {
  // Spec 7.
  'GET /api/fetch-reservation-data/:id': get('look', about('fetch-reservation-data', (desk) => desk.book())),
  'GET /api/fetch-csv-reservation-data/:id': get('look', about('fetch-csv-reservation-data', (desk) => desk.failedImport())),
  'GET /api/bookings': get('look', `/api/bookings?${RANGE}`, RANGE_MISSING),
  'GET /api/rooms': get('look', `/api/rooms?${MONTH}`, MONTH_WRONG),
  'GET /api/booking_type_diff': get('look', `/api/booking_type_diff?${RANGE}`, RANGE_MISSING),
  'GET /api/weather': get('look', `/api/weather?${RANGE}`, RANGE_MISSING),
  'PUT /api/weather/:id/holiday': write(
    'desk',
    about(
      'weather',
      (desk) => desk.day(),
      '/holiday',
      (_, { date }: { date: string }) => ({ date, holiday_flag: 1 }),
    ),
    told(422, '休日は0か1で指定してください。', { body: { date: '2096-01-01', holiday_flag: 2 } }),
    VERSIONED,
  ),
  'POST /api/weather/holiday': write('desk', (desk) => ({ path: '/api/weather/holiday', body: { date: desk.newDay() } }), told(422, '日付を入力してください。', { body: {} })),
  'PUT /api/weather/:id': write(
    'desk',
    about(
      'weather',
      (desk) => desk.day(),
      '',
      (_, { date }: { date: string }) => ({ date, weather: '雪' }),
    ),
    told(422, /天気/, { body: { date: '2096-01-01', weather: 7 } }),
    VERSIONED,
  ),
  'POST /api/weather': write(
    'desk',
    (desk) => ({ path: '/api/weather', body: { date: desk.newDay(), weather: '晴れ' } }),
    told(422, /日付/, { body: { date: '2095-02-29', weather: '晴れ' } }),
  ),
  'GET /api/corporate_master': get('look', '/api/corporate_master', told(400, /all/, { query: '?all=yes' })),
  'GET /api/payment_master': get('look', '/api/payment_master', told(400, /all/, { query: '?all=yes' })),
  'GET /api/blacklist': get('look', '/api/blacklist', told(400, /all/, { query: '?all=yes' })),
  'GET /api/staff/:id': get('look', (desk) => ({ path: `/api/staff/${desk.ids.staff}` })),
  'POST /api/booking': write('desk', (desk) => ({ path: '/api/booking', body: desk.booking() }), told(422, /宿泊者名/, { body: {} })),
  'PUT /api/booking/:id': write('desk', booking('book', '', { notes: 'メモ' }), told(422, '宿泊者名は2文字以上で入力してください。', { body: { guest_name_1: '' } }), VERSIONED),
  'PUT /api/booking/:id/cancel': write('desk', booking('book', '/cancel'), told(409, GONE, { call: cancelled }), VERSIONED),
  'PUT /api/booking/:id/return-temairazu': write(
    'desk',
    async (desk) => {
      const csv_reservation_id = (await desk.failedImport()).id;
      const { id, version } = await desk.book({ csv_reservation_id });
      return { path: `/api/booking/${id}/return-temairazu`, version };
    },
    null,
    VERSIONED,
  ),

  // Bookings.
  'POST /api/booking/:id/check-in': write(
    'desk',
    about(
      'booking',
      (desk) => desk.past(),
      '/check-in',
      (_, { stay_start }: { stay_start: string }) => ({ date: stay_start }),
    ),
    told(422, '日付は正しい日付（YYYY-MM-DD）で入力してください。', {
      body: { date: '2026-02-30' },
    }),
    VERSIONED,
  ),
  'DELETE /api/booking/:id/check-in': write('desk', booking('inHouse', '/check-in'), told(409, /チェックイン/, { call: undone('check-in') }), VERSIONED),
  'POST /api/booking/:id/check-out': write('desk', booking('inHouse', '/check-out', {}), told(422, '日付を入力してください。', { body: { date: '' } }), VERSIONED),
  'DELETE /api/booking/:id/check-out': write('desk', booking('left', '/check-out'), told(409, /チェックアウト/, { call: undone('check-out') }), VERSIONED),
  'POST /api/booking/:id/payment': write(
    'desk',
    booking('book', '/payment', { payment_type: null, payment_flag: 1 }),
    told(422, /0か1/, { body: { payment_type: null, payment_flag: 2 } }),
    VERSIONED,
  ),
  'GET /api/booking/:id': get('look', booking('book')),
  'GET /api/booking/:id/history': get('look', booking('book', '/history')),
  'GET /api/booking/:id/erasure': get('manage', booking('past', '/erasure')),
  'POST /api/booking/:id/erasure': write('manage', booking('past', '/erasure', { reason: '本人からの請求' }), told(422, /保存期間/, { body: {} }), VERSIONED),
  'POST /api/booking-batch': write(
    'desk',
    async (desk) => {
      const { id } = await desk.book();
      return { path: '/api/booking-batch', body: { changes: [{ action: 'cancel', id }] } };
    },
    told(422, '変更の指定が正しくありません。', { body: { changes: [] } }),
  ),
  'POST /api/reversals': write(
    'desk',
    async (desk) => ({
      path: '/api/reversals',
      body: { request_id: await desk.request(), accept: 'all' },
    }),
    told(422, '元に戻す範囲の指定が正しくありません。', {
      body: { request_id: 'request-1', accept: 'some' },
    }),
  ),
  'GET /api/reversals/:request_id': get(
    'look',
    async (desk) => ({ path: `/api/reversals/${await desk.request()}` }),
    told(404, '元に戻す操作が見つかりません。', { call: () => ({ path: '/api/reversals/request-1' }) }),
  ),
  'GET /api/booking-search': get('look', '/api/booking-search?q=山', told(400, '検索する言葉を100文字以内で指定してください。', { query: '' })),
  'GET /api/room-proposals': get(
    'look',
    '/api/room-proposals?stay_start=2096-01-10&stay_end=2096-01-12&mens_count=1&womens_count=0&smoking_status=禁煙&corporateID=0',
    told(400, /チェックイン日/, { query: '' }),
  ),
  'GET /api/front-desk': get('look', '/api/front-desk'),
  'GET /api/front-desk/unpaid': get('look', '/api/front-desk/unpaid', told(400, /limit/, { query: '?limit=x' })),
  'GET /api/booking-changes': get('look', `/api/booking-changes?${RANGE}&as_of=1`, told(400, /as_of/, { query: `?${RANGE}` })),
  'GET /api/log/moment': get('look', '/api/log/moment', told(400, /as_of/, { query: '?as_of=x' })),

  // The auto-registration.
  'POST /api/csv-imports': write(
    'desk',
    (desk) => ({ path: '/api/csv-imports', body: desk.channelRows() }),
    told(422, /ファイル/, {
      call: () => ({ path: '/api/csv-imports', body: formOf('a,b\r\n1,2\r\n') }),
    }),
  ),
  'GET /api/csv-imports': get('look', '/api/csv-imports'),
  'GET /api/csv-imports/:id': get('look', about('csv-imports', (desk) => desk.importFile()), told(400, /outcome/, { query: '?outcome=bad' })),
  'GET /api/csv-imports/:id/failed.csv': get('look', about('csv-imports', (desk) => desk.importFile(), '/failed.csv')),
  'GET /api/csv-reservations': get('look', '/api/csv-reservations', told(400, /status/, { query: '?status=x' })),
  'POST /api/csv-reservations/retry': write('desk', () => ({ path: '/api/csv-reservations/retry', body: {} }), told(422, '理由の選択が正しくありません。', { body: { reason: 'x' } })),
  'POST /api/csv-reservations/:id/retry': write('desk', about('csv-reservations', (desk) => desk.failedImport(), '/retry'), null, VERSIONED),
  'PUT /api/csv-reservations/:id/dismissed': write(
    'desk',
    about('csv-reservations', (desk) => desk.failedImport(), '/dismissed', {
      is_dismissed: 1,
      reason: '重複',
    }),
    told(422, '理由を入力してください。', { body: { is_dismissed: 1 } }),
    VERSIONED,
  ),
  'GET /api/csv-reservations/:id/erasure': get('manage', about('csv-reservations', (desk) => desk.failedImport(), '/erasure')),
  'POST /api/csv-reservations/:id/erasure': write(
    'manage',
    about('csv-reservations', (desk) => desk.failedImport(), '/erasure', { reason: '請求' }),
    told(422, /理由/, { body: { reason: 1 } }),
    VERSIONED,
  ),
  'GET /api/room-type-mappings': get('look', '/api/room-type-mappings'),
  'POST /api/room-type-mappings': write(
    'desk',
    (desk) => ({
      path: '/api/room-type-mappings',
      body: { room_type: `R${desk.number()}`, categories: ['twin_smoking'] },
    }),
    told(422, /区分/, { body: { room_type: 'X', categories: ['suite'] } }),
  ),
  'PUT /api/room-type-mappings/:id': write(
    'desk',
    about(
      'room-type-mappings',
      (desk) => desk.mapping(),
      '',
      (desk: RouteDesk) => ({ room_type: `R${desk.number()}`, categories: ['twin_smoking'] }),
    ),
    told(422, /記号または名称/, { body: { room_type: '', categories: ['twin_smoking'] } }),
    VERSIONED,
  ),

  // Masters and rooms.
  ...master('corporate_master', (desk) => desk.corporate(), (count) => ({ corporate_short_name: `㈱ ${count}`, corporate_flag: 1 }), told(422, /法人/, { body: {} })),
  ...master('payment_master', (desk) => desk.payment(), (count) => ({ payment_name: `払い ${count}` }), told(422, /支払方法/, { body: {} })),
  ...master('blacklist', (desk) => desk.listed(), (count) => ({ guest_name: `客 ${count}`, tel: '' }), told(422, /宿泊者名/, { body: {} })),
  ...master(
    'staff',
    (desk) => desk.staff(),
    (count) => ({ name: `係 ${count}`, role: 'staff', login_name: `s${count}` }),
    told(422, /役割/, { body: { name: '係', role: 'boss', login_name: null } }),
  ),
  'GET /api/staff': get('audit', '/api/staff'),
  'POST /api/staff/:id/one-time-code': write('manage', about('staff', (desk) => desk.staff(), '/one-time-code'), null, { hasNoKey: true, hasNoBody: true }),
  'GET /api/room-months': get('look', `/api/room-months?${MONTH}`, MONTH_WRONG),
  'PUT /api/room-months': write(
    'manage',
    async (desk) => {
      const { id, version } = await desk.roomMonth();
      return {
        path: '/api/room-months',
        body: { rooms: [{ id, version, room_label: `L${desk.number()}` }] },
      };
    },
    told(422, '部屋の指定が正しくありません。', { body: { rooms: [] } }),
  ),
  'POST /api/room-months': write(
    'manage',
    (desk) => {
      const traits = {
        room_type: 'シングル',
        room_label: 'S',
        priority: '',
        smoking_status: '禁煙',
        reservable_status: '予約可能',
        corporate: 0,
      };
      const room_number = String(1100 + (desk.number() % 8000));
      return {
        path: '/api/room-months',
        body: { room_number, from: '2096-01-01', until: '2096-01-01', ...traits },
      };
    },
    told(422, /部屋番号/, { body: {} }),
  ),
  'POST /api/room-months/copy': write(
    'manage',
    () => ({
      path: '/api/room-months/copy',
      body: { from: '2096-01-01', to: '2096-02-01', acknowledged: [] },
    }),
    told(422, 'コピー先の月を入力してください。', { body: { from: '2096-01-01' } }),
  ),
  'GET /api/room-months.csv': get('look', `/api/room-months.csv?${MONTH}`, MONTH_WRONG),
  'POST /api/room-months/csv': write(
    'manage',
    async ({ admin, number }) => {
      const { text } = await admin.get('/api/room-months.csv?year_month=2096-03-01');
      const file = Buffer.from(text.replace('禁煙S', `禁煙${number()}`)).toString('latin1');
      return { path: '/api/room-months/csv', body: formOf(file) };
    },
    told(422, /見出し「部屋番号」がありません。/, {
      call: () => ({ path: '/api/room-months/csv', body: formOf('a,b\r\n1,2\r\n') }),
    }),
  ),

  // Handover, reports, audit.
  'GET /api/handover': get('look', '/api/handover', told(400, /as_of/, { query: '?since=x' })),
  'GET /api/handover/unread': get('look', '/api/handover/unread', told(400, /read/, { query: '?read=x' })),
  'POST /api/handover': write(
    'desk',
    (desk) => ({ path: '/api/handover', body: { memo: `引継 ${desk.number()}` } }),
    told(422, '引継ぎメモは文字で入力してください。', { body: { memo: 7 } }),
  ),
  'GET /api/handover-notes': get('look', `/api/handover-notes?${RANGE}`, RANGE_MISSING),
  'POST /api/handover-notes': write(
    'desk',
    (desk) => ({
      path: '/api/handover-notes',
      body: { date: '2096-01-10', text: `荷物 ${desk.number()}` },
    }),
    told(422, '申し送りを入力してください。', { body: { date: '2096-01-10', text: '' } }),
  ),
  'PUT /api/handover-notes/:id': write(
    'desk',
    about('handover-notes', (desk) => desk.note(), '', { date: '2096-01-11', text: '届いた' }),
    told(422, /日付/, { body: { date: 'x', text: '届いた' } }),
    VERSIONED,
  ),
  'PUT /api/handover-notes/:id/done': write(
    'desk',
    about('handover-notes', (desk) => desk.note(), '/done', { is_done: 1 }),
    told(422, /0か1/, { body: { is_done: 2 } }),
    VERSIONED,
  ),
  'DELETE /api/handover-notes/:id': write('desk', about('handover-notes', (desk) => desk.note()), null, VERSIONED),
  'GET /api/reports': get('look', `/api/reports?${RANGE}&by=day`, told(400, /by|単位/, { query: `?${RANGE}&by=year` })),
  'GET /api/reports.csv': get('look', `/api/reports.csv?${RANGE}&by=day`, RANGE_MISSING),
  'GET /api/events': get('audit', '/api/events?limit=5', told(400, /limit/, { query: '?limit=x' })),
  'GET /api/checkpoints': get('audit', '/api/checkpoints'),
  'POST /api/checkpoints': write('audit', () => ({ path: '/api/checkpoints' }), null, { hasNoKey: true, hasNoBody: true }),
  'GET /api/evidence-package': get(
    'audit',
    async (desk) => {
      await desk.must('post', '/api/checkpoints');
      return { path: '/api/evidence-package' };
    },
    told(400, /from/, { query: '?from=x' }),
  ),

  // Around them. What a session is about is proven in tests/backend/identity.
  'GET /api/hotel': get('look', '/api/hotel'),
  'POST /api/screen-errors': write(
    'look',
    () => ({ path: '/api/screen-errors', body: { kind: 'TypeError', screen: '/audit', places: [] } }),
    told(422, /画面のエラーの内容が正しくありません。/, { body: {} }),
    { hasNoKey: true },
  ),
  'GET /api/session': get('everybody', '/api/session'),
  'POST /api/session': write(
    'everybody',
    async (desk) => ({
      path: '/api/session',
      body: { login_name: (await desk.colleague('staff')).loginName, password: desk.password },
    }),
    told(422, /ログイン名は文字で入力してください。/, { body: {} }),
    { hasNoKey: true },
  ),
  'PUT /api/session': write(
    'everybody',
    async (desk) => ({
      path: '/api/session',
      body: { code: await desk.codeFor((await desk.staff()).id), password: desk.password },
    }),
    told(422, '新しいパスワードを入力してください。', { body: { code: 'x' } }),
    { hasNoKey: true },
  ),
  'DELETE /api/session': write('everybody', () => ({ path: '/api/session' }), null, { hasNoKey: true }),
  'GET /api/docs': get('manage', '/api/docs'),
  'GET /api/openapi.json': get('manage', '/api/openapi.json'),
  'GET /health/live': get('everybody', '/health/live'),
  'GET /health/ready': get('everybody', '/health/ready'),
  'GET /metrics': get('everybody', '/metrics'),
};
