import { describe, expect, it } from '@jest/globals';
import type { ChannelRow } from '../../support/channel-file.js';
import { channelReservation } from '../../support/channel-file.js';

const NAMELESS: Partial<ChannelRow> = { 宿泊者氏名カナ: '', 会員氏名: '', 会員氏名カナ: '' };

describe('the name of the guest', () => {
  it.each([
    ['髙橋 﨑子', '髙橋 﨑子'],
    ['㈱見本 ①号', '㈱見本 ①号'],
    ['ﾔﾏｻﾞｷ ﾕｳｷ', 'ヤマザキ ユウキ'],
    ['ﾊﾟｰｶｰ･ｱﾝ', 'パーカー・アン'],
    ['ＴＡＲＯ　山田', 'ＴＡＲＯ　山田'],
    ['TANAKA TARO', 'TANAKA TARO'],
    ['  山田   太郎 ', '山田 太郎'],
    ['山田\r\n太郎', '山田 太郎'],
    ['山田\t\0太郎', '山田 太郎'],
    ['か\u3099き', 'がき'],
    ['山田　 太郎', '山田 太郎'],
  ])('in 「%s」 is 「%s」', (cell, name) => {
    expect(channelReservation({ ...NAMELESS, 宿泊者氏名: cell })).toMatchObject({
      guestName1: name,
      reserverName: name,
      fault: null,
    });
  });

  it.each([
    ['小林 健一【精算不要】', '小林 健一', '【精算不要】'],
    ['【VIP】小林【精算不要】健一', '小林 健一', '【VIP】【精算不要】'],
    ['小林 健一【ﾎﾟｲﾝﾄ】', '小林 健一', '【ポイント】'],
  ])('in 「%s」 is without its marks', (cell, name, mark) => {
    const { guestName1, notes } = channelReservation({ 宿泊者氏名: cell, 備考: '禁煙希望' });
    expect(guestName1).toBe(name);
    expect(notes.split('\n').slice(0, 2)).toEqual([mark, '禁煙希望']);
  });

  it('keeps a mark that is not closed', () => {
    expect(channelReservation({ 宿泊者氏名: '小林【精算' })).toMatchObject({ guestName1: '小林【精算' });
  });
});

describe('the booker', () => {
  it.each<[string, Partial<ChannelRow>, string, string]>([
    ['the member', { 会員氏名: '田中 花子', 会員氏名カナ: 'ﾀﾅｶ ﾊﾅｺ' }, '田中 花子', 'タナカ ハナコ'],
    ['the guest without a member', { 会員氏名: '', 会員氏名カナ: '' }, '山田 太郎', 'ヤマダ タロウ'],
    ['a member without kana', { 会員氏名: '田中 花子', 会員氏名カナ: '' }, '田中 花子', ''],
    [
      'the guest as member without kana',
      { 会員氏名: '山田 太郎', 会員氏名カナ: '' },
      '山田 太郎',
      'ヤマダ タロウ',
    ],
    [
      'the guest where the member is a mark',
      { 会員氏名: '【法人】', 会員氏名カナ: '' },
      '山田 太郎',
      'ヤマダ タロウ',
    ],
  ])('is %s', (_who, cells, reserverName, reserverNameKana) => {
    const guest = { 宿泊者氏名: '山田 太郎', 宿泊者氏名カナ: 'ﾔﾏﾀﾞ ﾀﾛｳ' };
    const reservation = channelReservation({ ...guest, ...cells });
    expect(reservation).toMatchObject({
      reserverName,
      reserverNameKana,
      guestName1Kana: 'ヤマダ タロウ',
      fault: null,
    });
  });

  it('has a mark in both names noted once', () => {
    const { notes, reserverName } = channelReservation({
      宿泊者氏名: '小林 健一【精算不要】',
      会員氏名: '小林 健一【精算不要】',
      会員氏名カナ: '【要連絡】コバヤシ',
    });
    expect(reserverName).toBe('小林 健一');
    expect(notes.split('\n')[0]).toBe('【精算不要】【要連絡】');
  });
});
