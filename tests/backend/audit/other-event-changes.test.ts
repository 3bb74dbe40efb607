import { describe, expect, it } from '@jest/globals';
import type { EventRecord } from '@wire/event-record.js';
import { csvReservationStream } from '../../../backend/auto-registration/csv-reservation.stream.js';
import { needStream } from '../../../backend/event-store/needs.js';
import { allPages, eventPage, inWords, newestInWords } from '../../support/event-pages.js';
import { sharedHotel } from '../../support/shared.js';
import { AT_DESK, aWork, openNode } from '../../support/store-node.js';

const hotel = sharedHotel();

describe('what events of imported records changed', () => {
  it('tells the record, why it failed, its booking and its end', async () => {
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
    expect(inWords(records[0] as EventRecord)).toEqual([
      '予約サイト: — → 楽天トラベル',
      '予約番号: — → RY-88',
      '何室目: — → 1室目',
      '予約区分: — → 予約',
      '予約元の更新日時: — → 2095/11/01 09:00:00',
      'チェックイン日: — → 2096/01/10(火)',
      'チェックアウト日: — → 2096/01/12(木)',
      '部屋記号: — → NS',
      '部屋名称: — → 禁煙シングル',
      '部屋の区分: — → 一般 禁煙',
      '喫煙区分: — → 禁煙',
      '予約者名: — → 輸入 花子',
      '予約者名(カナ): — → ユニュウ ハナコ',
      '宿泊者名: — → 輸入 太郎',
      '宿泊者名(カナ): — → ユニュウ タロウ',
      '電話番号: — → 090-0000-1234',
      '備考: — → 禁煙希望',
      '予約媒体: — → 楽天',
      'チェックイン時間: — → 18:00',
      '男性: — → 1名',
      '女性: — → 0名',
      '合計料金: — → ¥15,600',
      '利用ポイント: — → 300pt',
      '法人: — → なし',
      '支払状況: — → 済',
      'クーポン: — → あり',
      '注意: — → 金額不一致',
      '登録状態: — → 未登録',
    ]);
    expect(records.slice(1).map(inWords)).toEqual([
      ['失敗理由: — → 空室なし'],
      ['登録状態: 未登録 → 登録済み', '失敗理由: 空室なし → —', `予約: — → 予約 #${booked.id}`],
      ['登録状態: 登録済み → 未登録', '失敗理由: — → 自動登録失敗に戻し'],
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
    const node = openNode(hotel.databaseUrl);
    const event = { type: 'CsvReservationRegistered', data: { bookingId } } as const;
    const needs = [needStream(csvReservationStream, id)];
    await node.store.execute(
      aWork((unit) => unit.append(csvReservationStream, id, event, AT_DESK), { needs }),
    );
    await node.close();
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
  it('tells the day', async () => {
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

  it('tells kind and name of masters', async () => {
    await hotel.api.post('/api/room-type-mappings', { room_type: 'ZZ', categories: ['twin_smoking'] });
    expect(await newestInWords(hotel.api)).toEqual({
      label: '部屋タイプの対応付け',
      subject: '部屋タイプ ZZ',
      words: ['部屋タイプ: — → ZZ', '部屋の区分: — → ツイン 喫煙', '使用状態: — → 使用中'],
    });
    const subjectOf = async (type: string) => {
      const { events } = await eventPage(hotel.api, { type, limit: 1 });
      return events.map((event) => [event.label, event.subject, ...inWords(event)]);
    };
    expect(await subjectOf('CorporateDefined')).toEqual([
      [
        '法人の設定',
        '法人 ㈱見本商事',
        '法人名: — → ㈱見本商事',
        '法人フラグ: — → なし',
        '使用状態: — → 使用中',
      ],
    ]);
    expect(await subjectOf('PaymentDefined')).toEqual([
      ['支払方法の設定', '支払方法 現金', '支払方法: — → 現金', '使用状態: — → 使用中'],
    ]);
    expect(await subjectOf('BlacklistEntryDefined')).toEqual([
      [
        'ブラックリストの設定',
        'ブラックリスト 黒瀬 剛',
        '氏名: — → 黒瀬 剛',
        '電話番号: — → 090-0000-9901',
        '登録状態: — → 登録中',
      ],
    ]);
    expect(await subjectOf('StaffDefined')).toEqual([
      [
        'スタッフの設定',
        'スタッフ 髙田 由美',
        '氏名: — → 髙田 由美',
        '役割: — → スタッフ',
        '使用状態: — → 使用中',
      ],
    ]);
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
