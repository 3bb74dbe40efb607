import { describe, expect, it } from '@jest/globals';
import type { ChannelRow } from '../../support/channel-file.js';
import { channelReservation } from '../../support/channel-file.js';

const BLANK: Partial<ChannelRow> = {
  プラン名称: '',
  食事条件: '',
  子供人数: '',
  会員会社名: '',
  備考: '',
  メモ: '',
};
const notesOf = (cells: Partial<ChannelRow>) => channelReservation({ ...BLANK, ...cells }).notes;

describe('the notes', () => {
  it('have a line for each thing that is there, in order', () => {
    const notes = notesOf({
      宿泊者氏名: '小林 健一【精算不要】',
      備考: '禁煙希望',
      メモ: '連絡済',
      プラン名称: '【出張応援】\n素泊まり',
      食事条件: '朝食付',
      子供人数: '２',
      会員会社名: '㈱見本商事',
    });
    expect(notes).toBe(
      '【精算不要】\n禁煙希望\n連絡済\nプラン: 【出張応援】 素泊まり\n食事: 朝食付\n子供: 2名\n会社: ㈱見本商事',
    );
  });

  it('are empty when nothing is there', () => {
    expect(notesOf({})).toBe('');
  });

  it.each(['なし', '食事なし', ' 食事なし ', ''])('say nothing of the meals 「%s」', (meals) => {
    expect(notesOf({ 食事条件: meals })).toBe('');
  });

  it.each(['0', '', '０', '不明', '-1'])('say nothing of 「%s」 children', (children) => {
    expect(notesOf({ 子供人数: children })).toBe('');
  });

  it.each(['一行目\r\n二行目', '一行目\n二行目', '一行目\r二行目', ' 一行目\n二行目\n '])(
    'keep the lines of %j',
    (remarks) => {
      expect(notesOf({ 備考: remarks })).toBe('一行目\n二行目');
    },
  );

  it('have no control characters but line breaks', () => {
    expect(notesOf({ 備考: 'a\0b\tc\u0085d\u2028e\nf' })).toBe('a b c d e\nf');
  });

  it('have at most 2,000 characters', () => {
    const notes = notesOf({ 備考: '𠮷'.repeat(1_999), メモ: 'memo' });
    expect([...notes]).toHaveLength(1_999);
    expect([...notesOf({ 備考: '𠮷'.repeat(2_001) })]).toHaveLength(2_000);
  });
});
