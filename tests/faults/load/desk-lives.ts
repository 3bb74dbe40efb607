import { addDays, type Day, day } from '@domain/dates.js';
import type { Random } from '#backend/tools/sample/prng.js';
import { formWith } from '#tests/support/api-client.js';
import { channelFile, channelRow } from '#tests/support/channel-file.js';

/** One call of a desk; `kind` is what it counts as. */
export type DeskCall = { kind: string; method: string; path: string; body?: object; form?: FormData };
type Answered = { id: number };
/** Life of one guest, file or day, call by call. */
export type Life = Generator<DeskCall, void, Answered>;
type Place = { room_id: number; stay_start: Day; stay_end: Day };

const FIRST = day('2096-01-05');
const NIGHTS = 340;
const IMPORTED_FROM = day('2097-01-05');
const IMPORTED_NIGHTS = 50;

const call = (kind: string, method: string, path: string, body?: object): DeskCall => ({
  ...{ kind, method, path, body },
});
const upload = (rows: ReturnType<typeof channelRow>[]): DeskCall => ({
  ...{ kind: 'import', method: 'POST', path: '/api/csv-imports', form: formWith(channelFile(rows)) },
});

/** The hotel's places, and lives that take one, change it and mostly give it back. */
export class DeskLives {
  private readonly free: Place[] = [];
  private readonly freeToday: Place[] = [];
  private files = 0;

  constructor(
    rooms: ReadonlyMap<string, number>,
    private readonly today: Day,
    private readonly random: Random,
  ) {
    const numbers = [...new Set([...rooms.keys()].map((key) => key.split(' ')[0] as string))];
    const placeOf = (room: string, night: Day): Place[] => {
      const room_id = rooms.get(`${room} ${night.slice(0, 8)}01`);
      return room_id && /^(10|9|6)\d\d$/.test(room)
        ? [{ room_id, stay_start: night, stay_end: addDays(night, 1) }]
        : [];
    };
    for (const room of numbers) {
      for (let night = 0; night < NIGHTS; night += 2) this.free.push(...placeOf(room, addDays(FIRST, night)));
      this.freeToday.push(...placeOf(room, today));
    }
  }

  /** The next life to begin. */
  next(): Life {
    const kind = this.random.weighted([
      ['guest', 70] as const,
      ['arrival', 15] as const,
      ['day', 10] as const,
      ['file', 5] as const,
    ]);
    if (kind === 'day') return this.dayLife();
    if (kind === 'file') return this.fileLife();
    const isArrival = kind === 'arrival' && this.freeToday.length > 0;
    return isArrival ? this.arrivalLife() : this.guestLife();
  }

  private take(places: Place[]): Place {
    const index = this.random.whole(0, places.length - 1);
    const [place] = places.splice(index, 1);
    if (!place) throw new Error('the hotel is full');
    return place;
  }

  private booking(place: Place): DeskCall {
    return call('book', 'POST', '/api/booking', {
      ...place,
      guest_name_1: this.random.pick(['髙橋 太郎', '山﨑 花子', '𠮷野 一郎']),
      reserver_name: '見本商事',
      mens_count: 1,
      womens_count: 0,
      checkin_time: '15:00',
      total_fee: 8_000,
      csv_notes: '0',
      tel: `090-${this.random.whole(1, 99_999_999)}`,
    });
  }

  private *changes(id: number): Life {
    for (let left = this.random.whole(1, 4); left > 0; left -= 1) {
      const fee = this.random.whole(5_000, 20_000);
      yield call('change', 'PUT', `/api/booking/${id}`, { total_fee: fee, notes: `変更 ${fee}` });
    }
  }

  private *guestLife(): Life {
    const place = this.take(this.free);
    const { id } = yield this.booking(place);
    yield* this.changes(id);
    yield call('pay', 'POST', `/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 });
    if (this.random.whole(0, 9) === 0) return;
    yield call('cancel', 'PUT', `/api/booking/${id}/cancel`, {});
    this.free.push(place);
  }

  private *arrivalLife(): Life {
    const place = this.take(this.freeToday);
    const { id } = yield this.booking(place);
    const path = `/api/booking/${id}`;
    yield call('check-in', 'POST', `${path}/check-in`, { date: this.today });
    yield call('change', 'PUT', path, { tel: '03-0000-0000' });
    yield call('check-in', 'DELETE', `${path}/check-in`);
    yield call('cancel', 'PUT', `${path}/cancel`, {});
    this.freeToday.push(place);
  }

  private *dayLife(): Life {
    const date = addDays(FIRST, this.random.whole(0, NIGHTS));
    yield call('weather', 'POST', '/api/weather', {
      date,
      weather: this.random.pick(['晴れ', '雨', '雪のち曇']),
    });
  }

  private *fileLife(): Life {
    this.files += 1;
    const rows = Array.from({ length: 5 }, (_, index) => {
      const night = addDays(IMPORTED_FROM, this.random.whole(0, IMPORTED_NIGHTS));
      const stay = { チェックイン日: night, チェックアウト日: addDays(night, 1) };
      return channelRow({ ...stay, 予約日時: '2095-11-01 10:00:00', 予約番号: `L${this.files}-${index}` });
    });
    yield upload(rows);
    const cancelled = { 予約区分: 'キャンセル', キャンセル日時: '2095-11-02 10:00:00' };
    yield upload(rows.map((row) => ({ ...row, ...cancelled })));
  }
}
