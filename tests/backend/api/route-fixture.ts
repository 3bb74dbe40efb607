import { randomUUID } from 'node:crypto';
import { addDays, addMonths, type Day, day, dayIn, monthOf } from '@domain/dates.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CleaningList } from '@wire/cleaning.js';
import type { MoveInFile, MoveInRows } from '@wire/move-in.js';
import { type ApiClient, must } from '#tests/support/api-client.js';
import { channelFile, channelRow } from '#tests/support/channel-file.js';
import { PLAIN_ROOMS, seedHotel, seedImport, startSignInHotel } from '#tests/support/hotel.js';
import { csvOf, runMoveIn } from '#tests/support/move-in.js';
import { programClient, serviceAccount } from '#tests/support/program-client.js';
import { PASSWORD } from '#tests/support/signed-in-client.js';
import { openNode } from '#tests/support/store-node.js';

/** A rule of the 宿泊税 that comes to nothing, with a first day of its own. */
export const taxRule = (count: number): Json => ({
  ...{ name: `市 ${count}`, first_day: addDays(day('2150-01-01'), count), is_included: 0 },
  levies: [{ name: '市', brackets: [{ from: 0, yen: 0 }] }],
});

/** Returns the name, source and day of a rule for cancellations that no other has. A source has rules for 367 days. */
export const cancellationDay = (count: number) => ({
  name: `規定 ${count}`,
  booking_source: BOOKING_SOURCES[Math.floor(count / 367) % BOOKING_SOURCES.length],
  days_from: count % 367,
  days_to: count % 367,
});

export type Json = Record<string, unknown>;
/** A form with a file, as its boundary separates it. */
type Form = { form: string };
/** A call: where it goes, what it says, and the version that it is about. */
export type Call = { path: string; body?: Json | Form; version?: number };
/** A record that was made for a call. */
export type Made = { id: number; version: number };

const MOVE_IN_HEADER = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数'];
const BOUNDARY = 'boundary-of-the-tests';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function formOf(file: string | Buffer, name = 'a.csv'): Form {
  const bytes = typeof file === 'string' ? file : file.toString('latin1');
  const head = `content-disposition: form-data; name="file"; filename="${name}"`;
  return { form: `--${BOUNDARY}\r\n${head}\r\n\r\n${bytes}\r\n--${BOUNDARY}--\r\n` };
}

/** The begin of an image, as a form's text has its bytes. */
export const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('latin1');

/** A hotel with sign-in in which whatever a call needs can be made. */
export async function startRouteFixture(options: { ownProcess?: boolean } = {}) {
  const hotel = await startSignInHotel(
    { REQUESTS_PER_MINUTE: '100000', SERVICE_REQUESTS_PER_MINUTE: '100000', CHECKPOINT_MINUTES: '0' },
    options,
  );
  const node = openNode(hotel.databaseUrl);
  const ids = await seedHotel(node.store, hotel.databaseUrl);
  const callers = {
    staff: await hotel.colleague('staff'),
    auditor: await hotel.colleague('auditor'),
    admin: await hotel.colleague('admin'),
  };
  const today: Day = dayIn('Asia/Tokyo', new Date());
  const programs = new Map<string, Promise<ApiClient>>();
  /** Another program whose key has these scopes. */
  const program = (...scopes: string[]): Promise<ApiClient> => {
    const made =
      programs.get(scopes.join()) ??
      serviceAccount(hotel.admin, ...scopes).then(({ key }) => programClient(hotel.url, key));
    programs.set(scopes.join(), made);
    return made;
  };
  let count = 0;
  let midStays = 0;
  let leavings = 0;

  const make = <Body>(method: 'post' | 'put', path: string, body: Json = {}): Promise<Body> =>
    must(hotel.admin[method]<Body>(path, body, { 'x-request-id': randomUUID() }));
  const making = (path: string, fields: (count: number) => Json) => () =>
    make<Made>('post', path, fields(++count));
  const newDay = () => addDays(day('2098-01-01'), ++count);
  /** A night in a room that nobody has yet, ahead in the years or, up to yesterday, behind. */
  function night(isPast = false) {
    const number = count++;
    const room = PLAIN_ROOMS[number % PLAIN_ROOMS.length];
    const turn = Math.floor(number / PLAIN_ROOMS.length);
    const start = isPast ? addDays(today, -1 - turn) : addDays(day('2096-01-01'), turn);
    const room_id = ids.rooms.get(`${room} ${monthOf(start)}`);
    return { room_id, stay_start: start, stay_end: addDays(start, 1) };
  }
  const booking = (fields: Json = {}): Json => ({
    reserver_name: '山田 花子',
    guest_name_1: `山田 ${count}郎`,
    checkin_time: '15:00',
    total_fee: 8000,
    csv_notes: '0',
    mens_count: 1,
    womens_count: 0,
    ...night(),
    ...fields,
  });
  /** A room out of order for a night that nobody has. */
  const closing = (): Json => {
    const room_number = PLAIN_ROOMS[count % PLAIN_ROOMS.length];
    const { stay_start: start_date, stay_end: end_date } = night();
    return { room_number, start_date, end_date, reason: '点検' };
  };
  /** A room held for a guest for a night that nobody has. */
  const holding = (): Json => {
    const { reason, ...nights } = closing();
    return {
      ...nights,
      guest_name: `佐藤 ${count}郎`,
      until: new Date(Date.now() + 86_400_000).toISOString(),
    };
  };
  const tentative = () => make<Made>('post', '/api/tentative-stays', holding());
  /** Wishes of a guest on the waiting list. */
  const wishes = (): Json => {
    const { room_id, ...stay } = night();
    const party = { mens_count: 1, womens_count: 0, smoking_status: '禁煙', corporateID: 0 };
    return { guest_name: `佐藤 ${count}郎`, tel: '090-1111-2222', ...stay, ...party };
  };
  const waiting = () => make<Made>('post', '/api/waiting-list', wishes());
  const bookAs = (fields: Json) => make<BookingRecord>('post', '/api/booking', booking(fields));
  const book = () => bookAs({});
  const past = () => bookAs(night(true));
  const inHouse = async () => {
    const { id, stay_start: date } = await past();
    return make<BookingRecord>('post', `/api/booking/${id}/check-in`, { date });
  };
  /** A guest in the house with a night left after this one, in a room of its own. */
  const leaving = async () => {
    const room = PLAIN_ROOMS[++leavings % PLAIN_ROOMS.length];
    const room_id = ids.rooms.get(`${room} ${monthOf(today)}`);
    const { id } = await bookAs({ room_id, stay_start: today, stay_end: addDays(today, 2) });
    return make<BookingRecord>('post', `/api/booking/${id}/check-in`, { date: today });
  };
  /** A guest in the house for the second of two nights, in the twin room, and the room-month of another room then. */
  const midStay = async () => {
    const start = addDays(today, -2 - 2 * ++midStays);
    const [room_id, other_room] = ['701', '702'].map((room) => ids.rooms.get(`${room} ${monthOf(start)}`));
    const { id } = await bookAs({ room_id, stay_start: start, stay_end: addDays(start, 2) });
    const stay = await make<BookingRecord>('post', `/api/booking/${id}/check-in`, { date: start });
    return { ...stay, move: { room_id: other_room, from: addDays(start, 1) } };
  };
  const failedImport = async (): Promise<Made> => {
    // Over as well, but on a night that `past` gives to nobody: a second attempt finds a room of its own.
    const night = addMonths(monthOf(today), -2);
    const stay = { stayStart: night, stayEnd: addDays(night, 1) };
    return { id: await seedImport(node.store, stay), version: 2 };
  };
  /** The body of an invoice over a new booking of a new company. */
  const billable = async () => {
    const way = await make<Made>('post', '/api/payment_master', { payment_name: `請求書 ${++count}` });
    const names = { corporate_short_name: `㈱${++count}`, corporate_flag: 0 };
    const { id: corporateID } = await make<Made>('post', '/api/corporate_master', names);
    const { id } = await bookAs({ corporateID, payment_type: way.id });
    const due = { month: '2098-01-01', due_day: '2098-02-28' };
    return { corporate_id: corporateID, booking_ids: [id], ...due };
  };
  const invoice = async () => {
    const body = await billable();
    const way = await make<Made>('post', '/api/payment_master', { payment_name: '現金' });
    return { ...(await make<Made>('post', '/api/invoices', body)), payment_type: way.id };
  };
  const sendFile = (path: string, { form }: Form) =>
    must(hotel.admin.send<Made>('POST', path, Buffer.from(form, 'latin1'), { 'content-type': FORM_TYPE }));
  /** The entry of a guest in the register, and the booking that it is about. */
  const registered = async () => {
    const { id: booking } = await book();
    const entry = { name: '山田 太郎', address: '東京都千代田区1-1' };
    return { ...(await make<Made>('put', `/api/guest-register/${booking}/1`, entry)), booking };
  };
  /** The card of a booking's guest with wishes, and another booking. */
  const carded = async () => {
    const [{ id: booking }, { id: other }] = [await book(), await book()];
    const card = await make<Made>('put', `/api/guest-cards/${booking}/wishes`, { wishes: `枕 ${++count}` });
    return { ...card, booking, other };
  };
  const jsonRow = () => channelRow({ 予約番号: `RT${++count}`, 部屋記号: '?', 部屋名称: '謎' });
  const channelRows = () => formOf(channelFile([jsonRow()]));
  const moveInRows = () =>
    formOf(Buffer.from(csvOf([MOVE_IN_HEADER, [`M${++count}`, '山田太郎', '999', '2096/1/10', '1']])));
  return {
    ...hotel,
    ids,
    callers,
    program,
    password: PASSWORD,
    make,
    night,
    booking,
    closing,
    closure: () => make<Made>('post', '/api/room-closures', closing()),
    holding,
    wishes,
    waiting,
    givenUp: async () => {
      const { id, version } = await waiting();
      const headers = { 'x-request-id': randomUUID(), 'if-match': `"${version}"` };
      return must(hotel.admin.delete<Made>(`/api/waiting-list/${id}`, headers));
    },
    tentative,
    released: async () => {
      const { id, version } = await tentative();
      const headers = { 'x-request-id': randomUUID(), 'if-match': `"${version}"` };
      return must(hotel.admin.delete<Made>(`/api/tentative-stays/${id}`, headers));
    },
    book,
    /** A booking whose nights are over. */
    past,
    inHouse,
    leaving,
    midStay,
    left: async () => {
      const { id, stay_start: date } = await inHouse();
      return make<BookingRecord>('post', `/api/booking/${id}/check-out`, { date });
    },
    missed: async () => make<BookingRecord>('post', `/api/booking/${(await past()).id}/no-show`),
    cancelled: async () => make<BookingRecord>('put', `/api/booking/${(await book()).id}/cancel`),
    imported: async () => bookAs({ csv_reservation_id: (await failedImport()).id }),
    number: () => ++count,
    /** A request of the staff member that can be taken back. */
    request: async () => {
      const { id } = await book();
      const headers = { 'x-request-id': randomUUID() };
      await must(callers.staff.put(`/api/booking/${id}`, { notes: 'メモ' }, headers));
      return headers['x-request-id'];
    },
    failedImport,
    channelRows,
    jsonRow,
    importFile: () => sendFile('/api/csv-imports', channelRows()),
    moveInRows,
    moveInFile: () => sendFile('/api/move-in/files', moveInRows()),
    /** A file whose only row is a booking that was changed since: it stays, whenever it is to be taken back. */
    movedInFile: async (): Promise<Made> => {
      const { room_number, start_date } = closing();
      const row = [`M${count}`, '山田太郎', room_number, start_date, '1'];
      const made = await sendFile('/api/move-in/files', formOf(Buffer.from(csvOf([MOVE_IN_HEADER, row]))));
      const file = await must(hotel.admin.get<MoveInFile>(`/api/move-in/files/${made.id}`));
      await runMoveIn(hotel.admin, file);
      const { rows } = await must(hotel.admin.get<MoveInRows>(`/api/move-in/files/${made.id}/rows`));
      await make('put', `/api/booking/${rows[0]?.booking_id}`, { notes: '電話あり' });
      return made;
    },
    newDay,
    paid: async () =>
      make<BookingRecord>('post', `/api/booking/${(await book()).id}/payment`, {
        payment_type: null,
        payment_flag: 1,
      }),
    owing: async () => {
      const way = await make<Made>('post', '/api/payment_master', { payment_name: '現金' });
      return { ...(await book()), payment_type: way.id };
    },
    settled: async () => {
      const way = await make<Made>('post', '/api/payment_master', { payment_name: '現金' });
      const noted = { payment_type: way.id, payment_flag: 1 };
      return make<BookingRecord>('post', `/api/booking/${(await book()).id}/payment`, noted);
    },
    billable,
    invoice,
    paidInvoice: async () => {
      const { id, payment_type } = await invoice();
      const ways = [{ payment_type, amount: 500 }];
      return make<Made>('post', `/api/invoices/${id}/payments`, { ways });
    },
    /** A booking with a refund, its third event, and a lower fee. */
    returned: async () => {
      const way = await make<Made>('post', '/api/payment_master', { payment_name: '現金' });
      const { body: known } = await hotel.admin.get<Json>('/api/hotel');
      await make('put', '/api/hotel', { ...known, registration_number: 'T7123456789012' });
      const { id } = await book();
      const ways = { payment_type: way.id, amount: 8_000 };
      await make('post', `/api/booking/${id}/payments`, ways);
      await make('post', `/api/booking/${id}/refunds`, { ...ways, amount: 3_000, reason: '早発ち' });
      return make<BookingRecord>('put', `/api/booking/${id}`, { total_fee: 5_000 });
    },
    /** A room whose cleaning is managed, with the version of what is recorded of it. */
    cleanedRoom: async () => {
      const { body: known } = await hotel.admin.get<Json>('/api/hotel');
      await make('put', '/api/hotel', { ...known, manages_cleaning: 1 });
      const { rooms } = await must(hotel.admin.get<CleaningList>('/api/cleaning'));
      const [{ room_number, version } = { room_number: '', version: 0 }] = rooms;
      return { room_number, version };
    },
    registered,
    carded,
    withPassport: async (): Promise<Made> => {
      const { booking, version } = await registered();
      await sendFile(`/api/guest-register/${booking}/1/passport`, formOf(PNG, 'a.png'));
      return { id: booking, version };
    },
    hotelVersion: async () => (await hotel.admin.get<{ version: number }>('/api/hotel')).body.version,
    day: () => make<Made & { date: string }>('post', '/api/weather', { date: newDay(), weather: '雨' }),
    note: making('/api/handover-notes', (count) => ({ date: '2096-01-10', text: `鍵 ${count}` })),
    mapping: making('/api/room-type-mappings', (count) => ({
      room_type: `K${count}`,
      categories: ['twin_smoking'],
    })),
    corporate: making('/api/corporate_master', (count) => ({
      corporate_short_name: `㈱${count}`,
      corporate_flag: 0,
    })),
    payment: making('/api/payment_master', (count) => ({ payment_name: `券 ${count}` })),
    listed: making('/api/blacklist', (count) => ({ guest_name: `黒 ${count}`, tel: null })),
    taxRule: making('/api/lodging-tax/rules', taxRule),
    /** A rule for a source that has none of all days, as a call before may have made it. */
    cancellationRule: async (): Promise<Made> => {
      const number = ++count;
      for (const turn of BOOKING_SOURCES.keys()) {
        const rule = { ...cancellationDay(number + turn * 367), occasion: 'キャンセル', percent: 50 };
        const answer = await hotel.admin.post<Made>('/api/cancellation_rules', rule);
        if (answer.status !== 422) return must(Promise.resolve(answer));
      }
      throw new Error('every source has a rule for all days');
    },
    chargeItem: making('/api/charge_items', (count) => ({
      name: `予約項目 ${count}`,
      kind: '追加',
      tax_rate: 10,
    })),
    prepaid: making('/api/prepaid_words', (count) => ({ word: `先渡 ${count}` })),
    staff: making('/api/staff', (count) => ({ name: `員 ${count}`, role: 'staff', login_name: `u${count}` })),
    icalAddress: making('/api/ical-addresses', (count) => ({ name: `暦 ${count}` })),
    serviceAccount: making('/api/service-accounts', (count) => ({ name: `機 ${count}`, rooms: 1 })),
    webhook: making('/api/webhooks', (count) => ({
      name: `送 ${count}`,
      url: 'https://203.0.114.9/hook',
      rooms: 1,
    })),
    roomMonth: async () => {
      const { body } = await hotel.admin.get<Made[]>('/api/room-months?year_month=2097-01-01');
      return body[++count % body.length] as Made;
    },
    position: async () => (await node.pool.query('select position from log_head')).rows[0]?.position,
    async stop() {
      await node.close();
      await hotel.stop();
    },
  };
}

export type RouteFixture = Awaited<ReturnType<typeof startRouteFixture>>;
