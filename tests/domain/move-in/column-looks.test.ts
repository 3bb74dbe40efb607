import { columnLook, undecidedColumns, undecidedFaults } from '@domain/move-in/column-looks.js';
import { LEFT_OUT } from '@domain/move-in/move-in-fields.js';
import { expect, test } from '@jest/globals';

test.each([
  ['money by its header', '前受金', ['5000', ''], 'money'],
  ['money by its header', '消費税', ['891'], 'money'],
  ['money by its header', 'Service charge', ['0'], 'money'],
  ['money by its values', 'X', ['¥9,800', '¥12,000'], 'money'],
  ['money by its values', '精', ['12,000円', '8,000円(税込)'], 'money'],
  ['money by round values', '', ['9800', '12000', '7500'], 'money'],
  ['the party by its header', '大人', ['2'], 'party'],
  ['the party by its values', 'うちわけ', ['男1女1', '男2', '女性1名'], 'party'],
  ['the party by its values', 'N', ['2名様', '1名'], 'party'],
  ['remarks by its header', 'ご要望等', ['窓側'], 'remarks'],
  ['remarks by its values', 'Z', ['静かな部屋を希望します', ''], 'remarks'],
  ['nothing when it is empty', '金額', ['', ' '], null],
  ['no money: numbers of bookings', '受付番号', ['10001', '10002'], null],
  ['no money: days', '登録日', ['2026/12/01'], null],
  ['no remarks: names in kana', 'よみ', ['やまだ たろう', 'たかはし はなこ'], null],
  ['no party: names', '担当', ['佐藤', '鈴木'], null],
])('a column looks like %s (%s)', (_, header, values, look) => {
  expect(columnLook(header, values)).toBe(look);
});

test('a column that looks like something is to be decided until it is used or left out on purpose', () => {
  const looks = ['money', 'remarks', null, 'party'] as const;
  expect(undecidedColumns([null, null, null, null], looks)).toEqual([0, 1, 3]);
  expect(undecidedColumns(['totalFee', LEFT_OUT, null, 'guests'], looks)).toEqual([]);
  expect(undecidedFaults([null, 'notes', null, LEFT_OUT], looks, ['宿泊料', '摘要', 'x', '内訳'])).toEqual([
    'A列「宿泊料」は金額のようです。どう使うか、使わないかを選んでください。',
  ]);
});
