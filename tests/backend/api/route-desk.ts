import { randomUUID } from 'node:crypto';
import { addDays, type Day, day, dayIn, monthOf } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { channelFile, channelRow } from '../../support/channel-file.js';
import {
  PLAIN_ROOMS,
  type SeededIds,
  type SignInHotel,
  seedHotel,
  seedImport,
  startSignInHotel,
} from '../../support/hotel.js';
import { PASSWORD } from '../../support/signed-in-client.js';
import { openNode } from '../../support/store-node.js';

export type Json = Record<string, unknown>;
/** A call: where it goes, what it says, and the version that it is about. */
export type Call = { path: string; body?: Json | Form; version?: number };
/** A form with a file, as its boundary separates it. */
export type Form = { form: string };

const BOUNDARY = 'boundary-of-the-tests';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function formOf(file: string | Buffer, name = 'file'): Form {
  const bytes = typeof file === 'string' ? file : file.toString('latin1');
  const head = `content-disposition: form-data; name="${name}"; filename="a.csv"`;
  return { form: `--${BOUNDARY}\r\n${head}\r\n\r\n${bytes}\r\n--${BOUNDARY}--\r\n` };
}

type Made = { id: number; version: number };

/** A hotel with sign-in in which whatever a call needs can be made. */
export async function startRouteDesk(options: { ownProcess?: boolean } = {}) {
  const hotel: SignInHotel = await startSignInHotel({ REQUESTS_PER_MINUTE: '100000' }, options);
  const node = openNode(hotel.databaseUrl);
  const ids: SeededIds = await seedHotel(node.store);
  const callers = {
    staff: await hotel.colleague('staff'),
    auditor: await hotel.colleague('auditor'),
    admin: await hotel.colleague('admin'),
  };
  const today: Day = dayIn('Asia/Tokyo', new Date());
  let count = 0;

  const must = async <Body>(method: 'post' | 'put', path: string, body: Json = {}): Promise<Body> => {
    const headers = { 'x-request-id': randomUUID() };
    const { status, body: answer, text } = await hotel.admin[method]<Body>(path, body, headers);
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return answer;
  };
  const roomId = (room: string, date: string) => ids.rooms.get(`${room} ${monthOf(day(date))}`) as number;
  /** A night in a room that nobody has yet, ahead in the years or, up to yesterday, behind. */
  function night(isPast = false) {
    const number = count++;
    const room = PLAIN_ROOMS[number % PLAIN_ROOMS.length] as string;
    const turn = Math.floor(number / PLAIN_ROOMS.length);
    const start = isPast ? addDays(today, -1 - turn) : addDays(day('2096-01-01'), turn);
    return { room_id: roomId(room, start), stay_start: start, stay_end: addDays(start, 1) };
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
  const book = (fields: Json = {}) => must<BookingRecord>('post', '/api/booking', booking(fields));
  const path = (kind: string, { id }: { id: number }, end = '') => `/api/${kind}/${id}${end}`;
  const inHouse = async () => {
    const { id } = await book(night(true));
    return must<BookingRecord>('post', `/api/booking/${id}/check-in`, {
      date: (await stayOf(id)).stay_start,
    });
  };
  const stayOf = async (id: number) => (await hotel.admin.get<BookingRecord>(`/api/booking/${id}`)).body;
  return {
    ...hotel,
    ids,
    callers,
    password: PASSWORD,
    today,
    must,
    night,
    booking,
    book,
    path,
    roomId,
    inHouse,
    number: () => ++count,
    /** A booking whose nights are over. */
    past: () => book(night(true)),
    left: async () => {
      const { id, stay_start } = await inHouse();
      return must<BookingRecord>('post', `/api/booking/${id}/check-out`, { date: stay_start });
    },
    /** A request of the staff member that can be taken back. */
    request: async () => {
      const { id } = await book();
      const request = randomUUID();
      const { status } = await callers.staff.put(
        `/api/booking/${id}`,
        { notes: 'メモ' },
        { 'x-request-id': request },
      );
      if (status !== 200) throw new Error('the change was refused');
      return request;
    },
    failedImport: async (): Promise<Made> => ({
      id: await seedImport(node.store, { stayStart: addDays(today, -3), stayEnd: addDays(today, -2) }),
      version: 2,
    }),
    channelRows: () =>
      formOf(channelFile([channelRow({ 予約番号: `RT${++count}`, 部屋記号: '?', 部屋名称: '謎' })])),
    importFile: async () => {
      const body = formOf(
        channelFile([channelRow({ 予約番号: `RT${++count}`, 部屋記号: '?', 部屋名称: '謎' })]),
      );
      const form = Buffer.from(body.form, 'latin1');
      const { body: report } = await hotel.admin.send<Made>('POST', '/api/csv-imports', form, {
        'content-type': FORM_TYPE,
      });
      return report;
    },
    day: () =>
      must<Made & { date: string }>('post', '/api/weather', {
        date: addDays(day('2098-01-01'), ++count),
        weather: '雨',
      }),
    newDay: () => addDays(day('2098-01-01'), ++count),
    note: () => must<Made>('post', '/api/handover-notes', { date: '2096-01-10', text: `鍵 ${++count}` }),
    mapping: () =>
      must<Made>('post', '/api/room-type-mappings', {
        room_type: `K${++count}`,
        categories: ['twin_smoking'],
      }),
    corporate: () =>
      must<Made>('post', '/api/corporate_master', {
        corporate_short_name: `㈱${++count}`,
        corporate_flag: 0,
      }),
    payment: () => must<Made>('post', '/api/payment_master', { payment_name: `券 ${++count}` }),
    listed: () => must<Made>('post', '/api/blacklist', { guest_name: `黒 ${++count}`, tel: null }),
    staff: () =>
      must<Made>('post', '/api/staff', { name: `員 ${++count}`, role: 'staff', login_name: `u${count}` }),
    roomMonth: async () => {
      const { body } = await hotel.admin.get<(Made & { room_number: string })[]>(
        '/api/room-months?year_month=2097-01-01',
      );
      return body[++count % body.length] as Made;
    },
    position: async () => (await node.pool.query('select position from log_head')).rows[0]?.position,
    async stop() {
      await node.close();
      await hotel.stop();
    },
  };
}

export type RouteDesk = Awaited<ReturnType<typeof startRouteDesk>>;
