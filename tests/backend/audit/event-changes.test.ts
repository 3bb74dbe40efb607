import { addDays } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { EventRecord } from '@wire/event-record.js';
import { allPages, eventsAddress, inWords, newestEvent, newestInWords } from '../../support/event-pages.js';
import { rawQuery } from '../../support/log-rows.js';
import { sharedHotel } from '../../support/shared.js';

const hotel = sharedHotel();

describe('what events of a booking changed', () => {
  it('tells a whole new booking, each thing once and nothing that is empty', async () => {
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
    ]);
  });

  it('tells each change with what stood before', async () => {
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

  it('tells a booking that goes on from the one of the day before', async () => {
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

  it('tells of an erased guest nothing but that the data was erased, in every form', async () => {
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
