import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import { describe, expect, it } from '@jest/globals';
import { decodeBookingSave, NEW_BOOKING } from '@wire/booking-save.js';
import { aCreate, anAmend, aReservation, facts, messagesOf, roomIdOf } from '../../support/builders.js';

/** A body that can be booked. */
const BODY = {
  reserver_name: '山田商事',
  guest_name_1: '山田太郎',
  room_id: roomIdOf('1001'),
  stay_start: '2026-11-21',
  stay_end: '2026-11-23',
  csv_notes: '0',
  checkin_time: '15:00',
  total_fee: 8000,
  mens_count: 1,
  womens_count: 0,
};

function posted(body: Record<string, unknown>): string[] {
  const { draft, unreadable } = decodeBookingSave(body);
  const command = aCreate({}, { draft: { ...NEW_BOOKING, ...draft }, unreadable });
  return messagesOf(decideCreate(command, 10, facts()));
}

function put(body: Record<string, unknown>): string[] {
  const { draft, unreadable } = decodeBookingSave(body);
  return messagesOf(decideReservation(anAmend(draft, { unreadable }), aReservation(), facts()));
}

describe('a save payload against the save rules (spec 5)', () => {
  it('is taken when complete', () => {
    expect(posted(BODY)).toEqual([]);
    expect(put(BODY)).toEqual([]);
    expect(put({})).toEqual([]);
  });

  it('is told every row of the table when a new booking is empty', () => {
    expect(posted({})).toEqual([
      '宿泊者名は2文字以上で入力してください。',
      '予約者名は2文字以上で入力してください。',
      '宿泊人数を選択してください。',
      'ルームタイプを選択してください。',
      'チェックイン日を入力してください。',
      'チェックアウト日を入力してください。',
      'チェックイン時間を入力してください。',
      '合計料金は数値を入力してください。',
      '利用ポイントは数値を入力してください。',
    ]);
  });

  it.each([
    ['guest_name_1', '', '宿泊者名は2文字以上で入力してください。'],
    ['reserver_name', ' 山 ', '予約者名は2文字以上で入力してください。'],
    ['mens_count', 0, '宿泊人数を選択してください。'],
    ['mens_count', null, '宿泊人数を選択してください。'],
    ['womens_count', 2, '宿泊人数が2名を超えています。'],
    ['room_id', null, 'ルームタイプを選択してください。'],
    ['room_id', 'abc', 'ルームタイプを選択してください。'],
    ['room_id', [7], 'ルームタイプを選択してください。'],
    ['room_id', 404, '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。'],
    ['stay_start', null, 'チェックイン日を入力してください。'],
    ['stay_end', '', 'チェックアウト日を入力してください。'],
    ['stay_end', '2026-11-31', 'チェックアウト日は正しい日付（YYYY-MM-DD）で入力してください。'],
    ['stay_end', '2026-11-21', '宿泊終了日は宿泊開始日より後の日付を選択してください。'],
    ['checkin_time', '', 'チェックイン時間を入力してください。'],
    ['total_fee', '', '合計料金は数値を入力してください。'],
    ['total_fee', null, '合計料金は数値を入力してください。'],
    ['csv_notes', 'x', '利用ポイントは数値を入力してください。'],
    ['csv_notes', null, '利用ポイントは数値を入力してください。'],
    ['corporateID', 9, '選択した法人が見つかりません。'],
    ['purpose', '旅行', '利用目的の選択が正しくありません。'],
    ['extra', 1, '項目「extra」は指定できません。'],
  ])('with %s %j says one thing, on create and on edit', (field, value, message) => {
    expect(posted({ ...BODY, [field]: value })).toEqual([message]);
    expect(put({ ...BODY, [field]: value })).toEqual([message]);
  });
});
