import { day } from '@domain/dates.js';
import { guestKey } from '@domain/imports/guest-key.js';
import { blacklistMatch } from '@domain/reservation/blacklist.js';
import { foldedName, foldedPhone } from '@domain/search/folded.js';
import { searchedIn, searchedInPhone, searchedWords } from '@domain/search/searchable.js';
import { describe, expect, it, test } from '@jest/globals';

/** Spellings of one name in each line. */
const NAMES = `
  澁谷 探子 | 渋谷 探子 | 渋谷　探子 | 渋谷探子 | 澀谷探子 | 渋谷 探子様 | 澁谷探子 さま | 渋谷 探子 樣
  渡邉 一 | 渡邊 一 | 渡辺 一 | 渡邉\u{e0101} 一 | 渡辺\ufe00 一
  髙﨑 廣 | 高崎 広 | 髙碕 広 | 髙嵜 廣
  小渕 優 | 小淵 優 | 小渊優
  穂積 遥 | 穗積 遙 | 穗積 遥
  来生 惠 | 來生 恵
  𠮷田 | 吉田
  龍﨑 德郞 | 竜崎 徳郎 | 龍崎 徳郎様
  齋藤 | 斎藤 | 齊藤 | 斉藤
  濵田 | 濱田 | 浜田
  彥坂 戶 | 彦坂 戸
  嶋田 眞 | 島田 真 | 嶌田 眞
  佐々木 | 佐佐木
  神田 神 | 神田 神
  オオノ ユウコ | オーノ ユーコ | おおの ゆうこ | ｵｵﾉ ﾕｳｺ | オウノユウコ | おーの　ゆーこ
  サトウ ケイコ | サトー ケーコ | サトオ ケエコ | ｻﾄｰ ｹｰｺ | さとう　けいこ様
  ヴァン ゴッホ | バン ゴッホ | ｳﾞｧﾝ･ｺﾞｯﾎ | ばん ごっほ
  エヴァ ヴィラ ヴ | エバ ビラ ブ
  ミヂカ シヅエ | ミジカ シズエ | みぢか しづえ
  ヰセキ ヱビ ヲリ | イセキ エビ オリ
  木之下 | 木ノ下 | 木の下
  ガンダム | ｶﾞﾝﾀﾞﾑ | カ\u3099ンタ\u3099ム | がんだむ さま
  Sean O’Connell | Sean O'Connell | SEAN OCONNELL | Sean O‘Connell | Sean O´Connell | Sean O\`Connell | Sean Oʼconnell | ＳＥＡＮ　Ｏ＇ＣＯＮＮＥＬＬ
  José Muñoz | Jose Munoz | JOSÉ MUÑOZ | Jose\u0301 Mun\u0303oz | jose munoz | JOSE  MUNOZ 様
  Jürgen Groß | Jurgen Gross | JÜRGEN GROSS
  Łukasz Øre | Lukasz Ore
  İbrahim Işık | Ibrahim Isik
  Nguyễn Văn Đức | Nguyen Van Duc
  J. R. Smith-Jones | J R Smith Jones | JR SmithJones | J・R・Smith‐Jones | Ｊ．Ｒ．Smith–Jones
`;

/** Phones of one guest in each line. */
const PHONES = `
  090-0000-9911 | +81 90 0000 9911 | +81-90-0000-9911 | 0081 90 0000 9911 | +81 (0)90-0000-9911 | +8109000009911 | 819000009911 | (+81)90-0000-9911
  090-0000-9911 | 090.0000.9911 | (090)0000-9911 | ０９０－００００－９９１１ | 090ー0000ー9911 | 090 0000 9911 | 9000009911 | 090（0000）9911 | TEL:090−0000−9911 | ＋８１ ９０ ００００ ９９１１ | 010-81-90-0000-9911
  03-1111-2222 | 311112222 | +81 3 1111 2222 | 0081311112222 | (03) 1111-2222 | ０３・１１１１・２２２２ | 81311112222
  0120-000-111 | 120000111 | 0120.000.111
  050-1111-2222 | 5011112222 | +815011112222
  +44 20 7946 0000 | 0044 20 7946 0000 | +442079460000 | ＋44（20）7946-0000
  +1 (415) 555-0100 | 1-415-555-0100 | 14155550100
`;

const spellingsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((one) => one.trim()));

const pairsOf = (table: string): [string, string][] =>
  spellingsOf(table).flatMap(([first = '', ...others]) =>
    others.map((other): [string, string] => [first, other]),
  );

const guest = {
  status: 'active' as const,
  reserverName: '',
  reserverNameKana: '',
  guestName1Kana: '',
  tel: '090-0000-0001',
  stayStart: day('2030-12-01'),
  stayEnd: day('2030-12-02'),
};

/** Returns whether search finds a text by another, in one of the two ways. */
const finds = (searched: string, text: string): boolean =>
  searchedWords(searched).every((word) => searchedIn(text).includes(word));

const findsPhone = (searched: string, tel: string): boolean =>
  searchedWords(searched).every((word) => searchedInPhone(tel).includes(word));

describe('one name in two spellings', () => {
  it.each(pairsOf(NAMES))('%s is %s', (one, other) => {
    expect(foldedName(one)).toBe(foldedName(other));
    expect(foldedName(foldedName(one))).toBe(foldedName(one));
  });

  it.each(pairsOf(NAMES))('%s is on the blacklist, a duplicate, and found as %s, both ways', (one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const entry = { id: 1, guestName: first, tel: null };
      expect(blacklistMatch({ ...guest, guestName1: second }, [entry])).toBe(entry);
      expect(guestKey({ ...guest, guestName1: first })).toBe(guestKey({ ...guest, guestName1: second }));
      const polite = /\s*(?:さま|[様樣])$/u;
      expect(finds(first.replace(polite, ''), second)).toBe(true);
    }
  });
});

test.each([
  ['オオノ', 'オノ'],
  ['ユウコ', 'ユコ'],
  ['ショウ', 'ショ'],
  ['ハシ', 'バシ'],
  ['ハタ', 'パタ'],
  ['ビヨウ', 'ビウ'],
  ['アイダ', 'アエダ'],
  ['オノ', 'ウノ'],
  ['太田', '大田'],
  ['坂本', '阪本'],
  ['島田', '鳥田'],
  ['渡辺', '渡部'],
  ['未来', '末来'],
  ['岩', '巌'],
  ['湖', '硲'],
  ['江', '凪'],
  ['里', '裏'],
  ['笑', '咲'],
  ['昇', '登'],
  ['土井', '士井'],
  ['José', 'Josef'],
  ['Ann', 'Anne'],
  ['鵜殿', '鵜'],
  ['様田', '田'],
  ['ササマ', 'サ'],
  ['山田 太郎', '山田 次郎'],
])('%s and %s are two names', (one, other) => {
  expect(foldedName(one)).not.toBe(foldedName(other));
  expect(blacklistMatch({ ...guest, guestName1: one }, [{ id: 1, guestName: other, tel: null }])).toBeNull();
});

test.each([
  ['', ''],
  [' ’ ', ''],
  ['様', '様'],
  ['林 様', '林'],
  ['ー', 'ー'],
  ['々木', '々木'],
])('%j is folded to %j', (name, expected) => {
  expect(foldedName(name)).toBe(expected);
});

describe('one phone in two spellings', () => {
  it.each(pairsOf(PHONES))('%s is %s', (one, other) => {
    expect(foldedPhone(one)).toBe(foldedPhone(other));
  });

  it.each(pairsOf(PHONES))('a guest of %s is the one of %s, both ways', (one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const entry = { id: 1, guestName: '例田困男', tel: first };
      const named = { ...guest, guestName1: '例田 困男' };
      expect(blacklistMatch({ ...named, tel: second }, [entry])).toBe(entry);
      expect(guestKey({ ...named, tel: first })).toBe(guestKey({ ...named, tel: second }));
      expect(findsPhone(first.replace('TEL:', ''), second)).toBe(true);
    }
  });

  it.each([
    ['090-0000-9911', '090-0000-9912'],
    ['090-0000-9911', '080-0000-9911'],
    ['03-1111-2222', '06-1111-2222'],
    ['+1 415 555 0100', '+81 415 555 0100'],
    ['+44 20 7946 0000', '020-7946-0000'],
    ['090-0000-9911', '0000-9911'],
    ['03-1111-2222', '813-1111-222'],
  ])('%s and %s are two phones', (one, other) => {
    expect(foldedPhone(one)).not.toBe(foldedPhone(other));
  });

  it.each([
    ['+81 90 0000 9911', '09000009911'],
    ['9000009911', '09000009911'],
    ['090-0000-9911', '09000009911'],
    ['311112222', '0311112222'],
    ['+1 415 555 0100', '14155550100'],
    ['4155550100', '4155550100'],
    ['0000', '0000'],
    ['なし', ''],
    ['－－', ''],
    ['', ''],
  ])('%j is folded to %j', (tel, expected) => {
    expect(foldedPhone(tel)).toBe(expected);
  });
});

describe('search by a part', () => {
  it.each([
    ['0000-12', '090-0000-1234'],
    ['0000-12', '+81 90-0000-1234'],
    ['090', '+81 90-0000-1234'],
    ['090-0000', '+819000001234'],
    ['+81 90 0000', '090-0000-1234'],
    ['+8190', '09000001234'],
    ['8190', '+81 90-0000-1234'],
    ['9000001234', '090-0000-1234'],
    ['1234', '(090) 0000.1234'],
    ['090 0000 1234', '9000001234'],
    ['内線', '03-1111-2222 内線12'],
  ])('%s finds the phone %s', (searched, tel) => {
    expect(findsPhone(searched, tel)).toBe(true);
  });

  it.each([
    ['090-0000-1235', '090-0000-1234'],
    ['+82 90 0000 1234', '090-0000-1234'],
    ['080', '+81 90-0000-1234'],
  ])('%s does not find the phone %s', (searched, tel) => {
    expect(findsPhone(searched, tel)).toBe(false);
  });

  it('finds every part of a name in kana, also one that begins within a long vowel', () => {
    for (const name of [
      'アベイチロウ',
      'サノウシロウ',
      'カトーウメコ',
      'ケイイチロウ',
      'オオウチイチロー',
      'イノウエ',
    ]) {
      const characters = Array.from(name);
      const parts = characters.flatMap((_, from) =>
        characters.slice(from).map((__, length) => characters.slice(from, from + length + 1).join('')),
      );
      expect(parts.filter((part) => !finds(part, name))).toEqual([]);
    }
  });

  it('finds a guest by the name with 様 behind it, and by half a name with signs of repetition', () => {
    expect(finds('山田様', '山田 太郎')).toBe(true);
    expect(finds('々木', '佐々木')).toBe(true);
    expect(finds('佐木', '佐佐木')).toBe(true);
  });

  it.each([
    ['田中 +81 90 0000 9911', ['田中', '09000009911']],
    ['+81 (0)90 0000 9911 田中', ['田中', '09000009911']],
    ['090 0000 9911', ['09000009911']],
    ['00819000009911', ['9000009911']],
    ['81 90 0000 9911', ['9000009911']],
    ['301 090-0000-9911', ['301', '09000009911']],
    ['301 田中', ['301', '田中']],
    ['801 0900000', ['801', '0900000']],
    ['RY-0312345678', ['ry0312345678']],
    ['0312345678-A1', ['0312345678a1']],
    ['2128130000000001', ['2128130000000001']],
  ])('%s is taken as %j', (text, words) => {
    expect(searchedWords(text)).toEqual(words);
  });
});
