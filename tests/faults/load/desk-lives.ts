import { addDays, type Day, day } from '@domain/dates.js';
import type { Random } from '../../../backend/sample/prng.js';
import { formWith } from '../../support/api-client.js';
import { channelFile, channelRow } from '../../support/channel-file.js';

/** One call of a desk; `kind` is what it counts as. */
export type DeskCall = { kind: string; method: string; path: string; body?: object; form?: FormData };
type Answered = { id: number };
/** What happens to one guest, file or day, call by call. */
export type Life = Generator<DeskCall, void, Answered>;
type Place = { room_id: number; stay_start: Day; stay_end: Day };

const FIRST = day('2096-01-05');
const NIGHTS = 340;
const IMPORTED_FROM = day('2097-01-05');
const IMPORTED_NIGHTS = 50;

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

  private booking(place: Place): object {
    const number = this.random.whole(1, 99_999_999);
    return {
      ...place,
      guest_name_1: this.random.pick(['髙橋 太郎', '山﨑 花子', '𠮷野 一郎']),
      reserver_name: '見本商事',
      mens_count: 1,
      womens_count: 0,
      checkin_time: '15:00',
      total_fee: 8_000,
      csv_notes: '0',
      tel: `090-${number}`,
    };
  }

  private *changes(id: number): Life {
    for (let left = this.random.whole(1, 4); left > 0; left -= 1) {
      const fee = this.random.whole(5_000, 20_000);
      yield {
        kind: 'change',
        method: 'PUT',
        path: `/api/booking/${id}`,
        body: { total_fee: fee, notes: `変更 ${fee}` },
      };
    }
  }

  private *guestLife(): Life {
    const place = this.take(this.free);
    const { id } = yield { kind: 'book', method: 'POST', path: '/api/booking', body: this.booking(place) };
    yield* this.changes(id);
    const payment = { payment_type: null, payment_flag: 1 };
    yield { kind: 'pay', method: 'POST', path: `/api/booking/${id}/payment`, body: payment };
    if (this.random.whole(0, 9) === 0) return;
    yield { kind: 'cancel', method: 'PUT', path: `/api/booking/${id}/cancel`, body: {} };
    this.free.push(place);
  }

  private *arrivalLife(): Life {
    const place = this.take(this.freeToday);
    const { id } = yield { kind: 'book', method: 'POST', path: '/api/booking', body: this.booking(place) };
    const path = `/api/booking/${id}/check-in`;
    yield { kind: 'check-in', method: 'POST', path, body: { date: this.today } };
    yield { kind: 'change', method: 'PUT', path: `/api/booking/${id}`, body: { tel: '03-0000-0000' } };
    yield { kind: 'check-in', method: 'DELETE', path };
    yield { kind: 'cancel', method: 'PUT', path: `/api/booking/${id}/cancel`, body: {} };
    this.freeToday.push(place);
  }

  private *dayLife(): Life {
    const date = addDays(FIRST, this.random.whole(0, NIGHTS));
    const weather = this.random.pick(['晴れ', '雨', '雪のち曇']);
    yield { kind: 'weather', method: 'POST', path: '/api/weather', body: { date, weather } };
  }

  private *fileLife(): Life {
    this.files += 1;
    const rows = Array.from({ length: 5 }, (_, index) => {
      const night = addDays(IMPORTED_FROM, this.random.whole(0, IMPORTED_NIGHTS));
      const cells = {
        チェックイン日: night,
        チェックアウト日: addDays(night, 1),
        予約日時: '2095-11-01 10:00:00',
      };
      return channelRow({ ...cells, 予約番号: `L${this.files}-${index}` });
    });
    yield this.upload(rows);
    const cancelled = { 予約区分: 'キャンセル', キャンセル日時: '2095-11-02 10:00:00' };
    yield this.upload(rows.map((row) => ({ ...row, ...cancelled })));
  }

  private upload(rows: ReturnType<typeof channelRow>[]): DeskCall {
    return { kind: 'import', method: 'POST', path: '/api/csv-imports', form: formWith(channelFile(rows)) };
  }
}
