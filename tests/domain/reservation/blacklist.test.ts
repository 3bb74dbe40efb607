import { type BlacklistEntry, blacklistMatch, needsBlacklistCheck } from '@domain/reservation/blacklist.js';
import { describe, expect, it } from '@jest/globals';

const guest = {
  reserverName: '山田商事',
  guestName1: '山田太郎',
  reserverNameKana: 'ヤマダショウジ',
  guestName1Kana: 'ヤマダタロウ',
  tel: '0311112222',
};
const listed = (guestName: string, tel: string | null = null): BlacklistEntry => ({ id: 7, guestName, tel });

describe('blacklist check (spec 5)', () => {
  it.each([
    ['山田商事', '0311112222', '0311112222', true],
    ['山田太郎', '0311112222', '0311112222', true],
    ['ヤマダショウジ', '0311112222', '0311112222', true],
    ['ヤマダタロウ', '0311112222', '0311112222', true],
    ['別人', '0311112222', '0311112222', false],
    ['山田', '0311112222', '0311112222', false],
    ['山田太郎', '0399999999', '0311112222', false],
    ['山田太郎', null, '0311112222', true],
    ['別人', null, '0311112222', false],
    ['山田太郎', '0399999999', '', true],
    ['山田太郎', null, '', true],
    ['別人', '0399999999', '', false],
  ])('entry %s with phone %s against phone %j entered: %s', (name, tel, entered, matches) => {
    const match = blacklistMatch({ ...guest, tel: entered }, [listed(name, tel)]);
    expect(match?.id ?? null).toBe(matches ? 7 : null);
  });

  it.each([
    ['full-width phone entered', ['山田太郎', '0311112222'], { tel: '０３１１１１２２２２' }, true],
    ['hyphens entered, none listed', ['山田太郎', '0311112222'], { tel: '03-1111-2222' }, true],
    ['hyphens listed, none entered', ['山田太郎', '03-1111-2222'], { tel: '0311112222' }, true],
    ['hyphens of other kinds', ['山田太郎', '03‐1111−2222'], { tel: '０３ー１１１１－２２２２' }, true],
    ['spaces in the phone', ['山田太郎', '03 1111　2222'], { tel: ' 03-1111 2222 ' }, true],
    [
      'another phone, however written',
      ['山田太郎', '03-1111-2222'],
      { tel: '０３－１１１１－２２２３' },
      false,
    ],
    ['half-width kana listed', ['ﾔﾏﾀﾞﾀﾛｳ', '0311112222'], {}, true],
    ['half-width kana entered', ['ヤマダタロウ', null], { guestName1Kana: 'ﾔﾏﾀﾞﾀﾛｳ' }, true],
    ['hiragana entered', ['ヤマダタロウ', null], { guestName1Kana: 'やまだたろう' }, true],
    ['hiragana listed', ['やまだたろう', null], {}, true],
    ['full-width letters entered', ['John Smith', null], { guestName1: 'Ｊｏｈｎ　Ｓｍｉｔｈ' }, true],
    ['a wide space listed', ['山田　太郎', null], { guestName1: ' 山田 太郎 ' }, true],
    ['a space that the entry lacks', ['山田太郎', null], { guestName1: '山田 太郎' }, false],
    ['letters of another case', ['John Smith', null], { guestName1: 'JOHN SMITH' }, false],
    ['only hyphens for a phone: none entered', ['山田太郎', '0399999999'], { tel: '－－' }, true],
    ['no phone listed', ['ﾔﾏﾀﾞﾀﾛｳ', null], { tel: '０３１１１１２２２２' }, true],
    ['no phone entered', ['ﾔﾏﾀﾞﾀﾛｳ', '03-9999-9999'], { tel: '' }, true],
  ] as [string, [string, string | null], object, boolean][])('%s', (_case, [name, tel], entered, matches) => {
    expect(blacklistMatch({ ...guest, ...entered }, [listed(name, tel)]) !== null).toBe(matches);
  });

  it('never matches a name that was not entered', () => {
    const nameless = { ...guest, reserverNameKana: '', guestName1Kana: '' };
    expect(blacklistMatch(nameless, [listed('')])).toBeNull();
  });

  it('takes the first entry that matches', () => {
    const entries = [listed('別人'), { ...listed('山田太郎'), id: 8 }, { ...listed('山田商事'), id: 9 }];
    expect(blacklistMatch(guest, entries)?.id).toBe(8);
    expect(blacklistMatch(guest, [])).toBeNull();
  });

  it.each([
    [true, -1, true],
    [true, 7, true],
    [false, 7, true],
    [false, 0, true],
    [false, -1, false],
  ])('runs when new is %s and the blacklist id is %s: %s', (isNew, blacklistId, runs) => {
    expect(needsBlacklistCheck({ isNew, blacklistId })).toBe(runs);
  });
});
