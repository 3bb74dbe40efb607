import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { addDays, day } from '@domain/dates.js';
import { UNDEFINED_HOTEL } from '@domain/masters/hotel.js';
import { describe, expect, it } from '@jest/globals';
import { EVENT_LABELS } from '@wire/event-labels.js';
import type { EventRecord } from '@wire/event-record.js';
import { DESCRIBERS, describerFor, type TextContext } from '#backend/event-log/describers.js';
import { csvReservationStream } from '#backend/streams/csv-reservation.stream.js';
import { STREAMS } from '#backend/streams.js';
import { anImport, aReservation, aRoomMonth } from '#tests/support/builders.js';
import {
  allPages,
  eventPage,
  eventsAddress,
  inWords,
  newestEvent,
  newestInWords,
} from '#tests/support/event-pages.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';
import { anAppend } from '#tests/support/store-node.js';

const hotel = sharedHotel();
const node = sharedNodeOn(() => hotel.databaseUrl);

describe('what events of a booking changed', () => {
  it('shows a whole new booking, each field once and none that is empty', async () => {
    const room = hotel.newRoom();
    const { id } = await hotel.book({
      room_id: hotel.roomId(room, '2096-01-10'),
      corporateID: hotel.ids.corporate,
      payment_type: hotel.ids.cash,
      csv_notes: '1200',
      booking_number: 'A-77',
      guest_name_2: '山田 次郎',
      mens_count: 2,
    });
    const event = await newestEvent(hotel.api);
    expect(event).toMatchObject({
      type: 'ReservationCreated',
      label: '予約登録',
      stream: `reservation-${id}`,
      version: 1,
      schema_version: 1,
      subject: `${room} 山田 太郎 1/10(火)～1/12(木)`,
      booking_id: id,
      booking_number: 'A-77',
    });
    expect(inWords(event)).toEqual([
      `部屋番号: — → ${room}`,
      'チェックイン日: — → 2096/01/10(火)',
      'チェックアウト日: — → 2096/01/12(木)',
      '予約状態: — → 有効',
      '予約者名: — → 山田 花子',
      '予約者名(カナ): — → ヤマダ ハナコ',
      '宿泊者名: — → 山田 太郎',
      '宿泊者名(カナ): — → ヤマダ タロウ',
      '宿泊者名2: — → 山田 次郎',
      '利用目的: — → 出張',
      '予約媒体: — → 自社',
      'チェックイン時間: — → 15:00',
      '合計料金: — → ¥16,000',
      '予約番号: — → A-77',
      '男性: — → 2名',
      '女性: — → 0名',
      '法人: — → ㈱見本商事',
      '電話番号: — → 090-0000-0001',
      '支払方法: — → 現金',
      '支払状況: — → 未',
      'クーポン: — → なし',
      '利用ポイント: — → 1,200pt',
      '部屋移動不可: — → なし',
      'ブラックリスト: — → 該当なし',
      '翌OUT: — → なし',
      '前日と同一予約: — → なし',
      '部屋移動: — → なし',
      '同じグループ: — → なし',
    ]);
  });

  it('shows each change with the value before', async () => {
    const room = hotel.newRoom();
    const other = hotel.newRoom();
    const night = hotel.today;
    const { id } = await hotel.book({
      room_id: hotel.roomId(room, night),
      stay_start: night,
      stay_end: addDays(night, 1),
      notes: '窓側',
    });
    const path = `/api/booking/${id}`;
    await hotel.api.put(path, {
      notes: '',
      total_fee: 9000,
      corporateID: hotel.ids.corporate,
      room_move_lock: 1,
    });
    expect(await newestInWords(hotel.api)).toMatchObject({
      label: '予約変更',
      words: [
        '備考: 窓側 → —',
        '合計料金: ¥16,000 → ¥9,000',
        '法人: なし → ㈱見本商事',
        '部屋移動不可: なし → あり',
      ],
    });
    await hotel.api.put(path, { room_move_lock: 0 });
    await hotel.api.put(path, { room_id: hotel.roomId(other, night), blacklist_id: hotel.ids.blacklisted });
    const moved = await newestInWords(hotel.api);
    expect(moved.subject.startsWith(`${other} 山田 太郎 `)).toBe(true);
    expect(moved.words).toEqual([
      `部屋番号: ${room} → ${other}`,
      'ブラックリスト: 該当なし → 黒瀬 剛',
      '部屋移動: なし → あり',
    ]);
    await hotel.api.post(`${path}/payment`, { payment_type: hotel.ids.card, payment_flag: 1 });
    expect(await newestInWords(hotel.api)).toMatchObject({
      label: '入金の記録',
      words: ['支払方法: — → クレジットカード', '支払状況: 未 → 済'],
    });
    const stay = [
      [
        () => hotel.api.post(`${path}/check-in`),
        'チェックイン',
        /^チェックイン: — → \d{4}\/\d\d\/\d\d\(.\)$/,
      ],
      [() => hotel.api.post(`${path}/check-out`), 'チェックアウト', /^チェックアウト: — → \d{4}\/.+$/],
      [() => hotel.api.delete(`${path}/check-out`), 'チェックアウトの取消', /^チェックアウト: \d{4}.+ → —$/],
      [() => hotel.api.delete(`${path}/check-in`), 'チェックインの取消', /^チェックイン: \d{4}.+ → —$/],
      [() => hotel.api.put(`${path}/cancel`), '予約取消', /^予約状態: 有効 → 取消$/],
    ] as const;
    for (const [act, label, words] of stay) {
      await act();
      expect(await newestInWords(hotel.api)).toMatchObject({ label, words: [expect.stringMatching(words)] });
    }
  });

  it('shows a booking that continues the one of the day before', async () => {
    const room = hotel.newRoom();
    const { id } = await hotel.book({ room_id: hotel.roomId(room, '2096-01-10') });
    const next = await hotel.book({
      room_id: hotel.roomId(room, '2096-01-12'),
      stay_start: '2096-01-12',
      stay_end: '2096-01-14',
      is_day_before_same_flag: 1,
    });
    const events = await allPages(hotel.api, { booking_id: next.id });
    expect(inWords(events[0] as EventRecord)).toContain(`前日と同一予約: — → 予約 #${id}`);
    expect(inWords(events[0] as EventRecord)).toContain('同一予約の最終日: — → 2096/01/14(土)');
  });

  it('shows of an erased guest nothing but that the data was erased, in every form', async () => {
    const room = hotel.newRoom();
    const { id } = await hotel.book({ room_id: hotel.roomId(room, '2096-01-10'), guest_name_1: '消去 太郎' });
    await hotel.api.put(`/api/booking/${id}`, { notes: '車椅子' });
    await rawQuery(hotel.databaseUrl, `delete from encryption_keys where stream = 'reservation-${id}'`);
    const [created, amended] = await allPages(hotel.api, { booking_id: id });
    expect(created?.subject).toBe(`${room} 削除済み 1/10(火)～1/12(木)`);
    expect(created?.payload.guestName1).toBe('削除済み');
    expect(inWords(created as EventRecord)).toContain('宿泊者名: — → 削除済み');
    expect(amended?.payload).toEqual({ notes: '削除済み' });

    await hotel.api.put(`/api/booking/${id}/cancel`);
    const reason = 'ご本人の申し出';
    const body = { reason, booking_ids: [id], csv_reservation_ids: [] };
    expect(await hotel.api.post(`/api/booking/${id}/erasure`, body)).toMatchObject({ status: 200 });
    const erased = await newestEvent(hotel.api);
    expect(erased).toMatchObject({ label: '個人情報の削除', booking_id: id, payload: { reason } });
    expect(inWords(erased)).toEqual([
      `削除の理由: — → ${reason}`,
      '予約者名: — → 削除済み',
      '予約者名(カナ): — → 削除済み',
      '宿泊者名: — → 削除済み',
      '宿泊者名(カナ): — → 削除済み',
      '宿泊者名2: — → 削除済み',
      '備考: — → 削除済み',
      '電話番号: — → 削除済み',
    ]);
    for (const format of ['json', 'ndjson', 'csv']) {
      const { text } = await hotel.api.get(eventsAddress({ booking_id: id, format }));
      expect(text).toContain('削除済み');
      expect(text).not.toMatch(/消去 太郎|車椅子|山田|ヤマダ|090-0000/);
    }
  });
});

describe('what events of imported records changed', () => {
  it('shows the record, why it failed, its booking and its end', async () => {
    const id = await hotel.importRecord({ bookingNumber: 'RY-88', warnings: ['金額不一致'] });
    const booked = await hotel.book({ csv_reservation_id: id });
    await hotel.api.put(`/api/booking/${booked.id}/return-temairazu`, {});
    await hotel.cancelImport(id);
    const events = await allPages(hotel.api, { booking_id: booked.id });
    const records = events.filter(({ stream }) => stream === `csv-reservation-${id}`);
    expect(records.map(({ label }) => label)).toEqual([
      '自動登録データの取込',
      '自動登録の失敗',
      '自動登録データの登録',
      '自動登録の失敗',
      '予約元での取消',
    ]);
    for (const record of records) {
      expect(record).toMatchObject({
        subject: '楽天トラベル RY-88 輸入 太郎 1/10(火)～',
        booking_id: booked.id,
        booking_number: 'RY-88',
      });
    }
    const words = inWords(records[0] as EventRecord);
    expect(words).toHaveLength(28);
    expect(words).toEqual(
      expect.arrayContaining([
        '予約サイト: — → 楽天トラベル',
        '何室目: — → 1室目',
        '予約区分: — → 予約',
        '予約元の更新日時: — → 2095/11/01 09:00:00',
        '部屋記号: — → NS',
        '部屋の区分: — → 一般 禁煙',
        '法人: — → なし',
        '支払状況: — → 済',
        '注意: — → 金額不一致',
        '登録状態: — → 未登録',
      ]),
    );
    expect(records.slice(1).map(inWords)).toEqual([
      ['失敗理由: — → 空室なし'],
      ['登録状態: 未登録 → 登録済み', '失敗理由: 空室なし → —', `予約: — → 予約 #${booked.id}`],
      ['登録状態: 登録済み → 未登録', '失敗理由: — → 自動登録失敗に戻し', '予約の取り下げ: — → あり'],
      [
        '予約元の更新日時: 2095/11/01 09:00:00 → 2095/11/02 09:00:00',
        '登録状態: 未登録 → 取消',
        '失敗理由: 自動登録失敗に戻し → —',
      ],
    ]);
    const own = events.filter(({ stream }) => stream === `reservation-${booked.id}`);
    expect(inWords(own[0] as EventRecord)).toContain(`自動登録データ: — → 自動登録データ #${id}`);
    expect(own.map(({ label }) => label)).toEqual(['予約登録', '自動登録失敗に戻し']);
    expect(inWords(own[1] as EventRecord)).toEqual(['予約状態: 有効 → 取消']);
  });

  it('finds the record by each booking that it ever became, and links each event to the booking of its time, else to the last', async () => {
    const id = await hotel.importRecord({ bookingNumber: 'RY-99' });
    const first = await hotel.book({ csv_reservation_id: id });
    await hotel.api.put(`/api/booking/${first.id}/return-temairazu`, {});
    const second = await hotel.book({ csv_reservation_id: id });
    for (const booking of [first, second]) {
      const events = await allPages(hotel.api, { booking_id: booking.id });
      const own = events.filter(({ stream }) => stream === `csv-reservation-${id}`);
      expect(own.map(({ booking_id }) => booking_id)).toEqual([
        second.id,
        second.id,
        first.id,
        first.id,
        second.id,
      ]);
    }
  });

  it('finds a record that went over to a booking which was not made from it', async () => {
    const id = await hotel.importRecord();
    const { id: bookingId } = await hotel.book();
    const event = { type: 'CsvReservationRegistered', data: { bookingId } } as const;
    await node.store.execute(anAppend(csvReservationStream, event, id));
    const events = await allPages(hotel.api, { booking_id: bookingId });
    expect(events.map(({ type }) => type).sort()).toEqual([
      'AutoRegistrationFailed',
      'CsvReservationImported',
      'CsvReservationRegistered',
      'ReservationCreated',
    ]);
  });
});

describe('what events of days and masters changed', () => {
  it('shows the day', async () => {
    await hotel.api.post('/api/weather', { date: '2096-05-01', weather: '晴れ' });
    expect(await newestInWords(hotel.api)).toEqual({
      label: '天気の記録',
      subject: '2096/05/01(火)',
      words: ['天気: — → 晴れ', '休日: — → 平日'],
    });
    await hotel.api.post('/api/weather/holiday', { date: '2096-05-02' });
    expect(await newestInWords(hotel.api)).toEqual({
      label: '休日の設定',
      subject: '2096/05/02(水)',
      words: ['休日: — → 休日'],
    });
    await hotel.api.post('/api/weather', { date: '2096-05-02', weather: '雨' });
    expect((await newestInWords(hotel.api)).words).toEqual(['天気: — → 雨']);
  });

  it('shows kind and name of masters', async () => {
    await hotel.api.post('/api/room-type-mappings', { room_type: 'ZZ', categories: ['twin_smoking'] });
    expect(await newestInWords(hotel.api)).toEqual({
      label: '部屋タイプの対応付け',
      subject: '部屋タイプ ZZ',
      words: ['部屋タイプ: — → ZZ', '部屋の区分: — → ツイン 喫煙', '使用状態: — → 使用中'],
    });
    const masters = {
      CorporateDefined:
        '法人の設定 | 法人 ㈱見本商事 | 法人名: — → ㈱見本商事 | 法人フラグ: — → なし | 使用状態: — → 使用中',
      PaymentDefined:
        '支払方法の設定 | 支払方法 現金 | 支払方法: — → 現金 | 支払方法の種類: — → 現金 | 使用状態: — → 使用中',
      BlacklistEntryDefined:
        'ブラックリストの設定 | ブラックリスト 黒瀬 剛 | 氏名: — → 黒瀬 剛 | 電話番号: — → 090-0000-9901 | 登録状態: — → 登録中',
      StaffDefined:
        'スタッフの設定 | スタッフ 髙田 由美 | 氏名: — → 髙田 由美 | 役割: — → スタッフ | 使用状態: — → 使用中',
    };
    for (const [type, told] of Object.entries(masters)) {
      const [event] = (await eventPage(hotel.api, { type, limit: 1 })).events as [EventRecord];
      expect([event.label, event.subject, ...inWords(event)].join(' | ')).toBe(told);
    }
    const [room] = (await eventPage(hotel.api, { room: '702', type: 'RoomMonthDefined', limit: 1 })).events;
    expect(room?.label).toBe('部屋の設定');
    expect(room?.subject).toMatch(/^702 20\d\d年\d+月$/);
    expect(inWords(room as EventRecord).slice(3)).toEqual([
      'ルームタイプ: — → シングル',
      '部屋の表示名: — → 法人S',
      '喫煙区分: — → 禁煙',
      '予約可否: — → 予約可能',
      '法人専用: — → はい',
    ]);
  });
});

const TYPES = [...new Set(STREAMS.flatMap(({ events }) => Object.keys(events)))].sort();
const CONTEXT = {
  rooms: { byNumber: new Map(), byId: new Map() },
  timezone: 'Asia/Tokyo',
} as never as TextContext;

const RECORDED = { id: 1, version: 1 };
const STATES = {
  reservation: aReservation(),
  'csv-reservation': anImport(),
  day: { ...RECORDED, date: day('2026-11-21'), weather: '晴', holidayFlag: 0 } satisfies WeatherDay,
  'room-month': aRoomMonth(),
  corporate: { ...RECORDED, corporateShortName: '㈱見本', corporateFlag: 0 },
  payment: { ...RECORDED, paymentName: '現金', kind: '現金' as const },
  hotel: { ...RECORDED, ...UNDEFINED_HOTEL },
  blacklist: { ...RECORDED, guestName: '黒瀬 剛', tel: null },
  'prepaid-word': { ...RECORDED, word: 'QR前金' },
  'lodging-tax-rule': {
    ...{
      ...RECORDED,
      name: '京都市',
      firstDay: day('2026-03-01'),
      isIncluded: false,
      exemptions: ['修学旅行'],
    },
    levies: [{ name: '京都市', brackets: [{ from: 0, yen: 200, rate: null }] }],
    periods: [],
  },
  staff: { ...RECORDED, name: '髙田 由美' },
  'room-type-mapping': { ...RECORDED, roomType: 'NS', categories: [] },
} as const;

describe('texts of the log', () => {
  it('has a name of its own for every type of event, and for no other', () => {
    expect(Object.keys(EVENT_LABELS).sort()).toEqual(TYPES);
    expect(new Set(Object.values(EVENT_LABELS)).size).toBe(TYPES.length);
  });

  it('describes every kind of stream, and no other', () => {
    expect(Object.keys(DESCRIBERS).sort()).toEqual(STREAMS.map(({ category }) => category).sort());
    expect(() => describerFor('nothing')).toThrow('nothing');
  });

  it.each(Object.entries(STATES))('has words for every fact of a %s', (category, state) => {
    const { facts, texts, subject } = describerFor(category);
    const named = Object.keys(facts(state as never, CONTEXT));
    expect(named.filter((field) => !texts[field]?.label)).toEqual([]);
    expect(named).not.toContain('id');
    expect(subject(state as never)).toMatch(/./);
  });
});
