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
