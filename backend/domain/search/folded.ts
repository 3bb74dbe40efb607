import { KANJI_VARIANTS } from './kanji-variants.js';

/** Variants in names that the lists of Unicode leave out or keep apart, and kana of one sound, the common form first. */
const FURTHER_VARIANTS = `
  高髙 崎﨑碕嵜 斎斉 吉𠮷 柳栁 橋槗 昇曻 土圡 角⻆ 尚尙 間閒 鷗鴎 鶴靏靎 呑吞 ケヶヵ
  ジヂ ズヅ イヰ エヱ オヲ ノ之
`;

const COMMON_FORMS = new Map(
  `${KANJI_VARIANTS} ${FURTHER_VARIANTS}`
    .trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [common = '', ...variants] = group;
      return variants.map((variant) => [variant, common] as const);
    }),
);

const commonForm = (character: string): string => {
  const form = COMMON_FORMS.get(character);
  return form === undefined ? character : commonForm(form);
};

/** Letters that Unicode doesn't take apart into a plain letter and a mark. */
const PLAIN_LETTERS = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't' }),
  ...Object.entries({ ı: 'i', ĸ: 'k', ŋ: 'n', ς: 'σ' }),
]);

const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]/g;
/** Spaces, hyphens, points, apostrophes, brackets and what can't be seen: people write them or leave them out. */
const LEFT_OUT =
  /[\s\p{Dash}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}.,・·‧'’‘‛′ʹʻʼʽˈꞌ`"“”″()[\]「」『』【】〈〉《》]/gu;
const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g;
/** ヴァン and バン are one name to who heard it. */
const SOUNDS_OF_V: Readonly<Record<string, string>> = { ァ: 'バ', ィ: 'ビ', ェ: 'ベ', ォ: 'ボ' };
const ASCII = /^[\0-\x7f]*$/;

const VOWELS = {
  ア: 'アカサタナハマヤラワガザダバパァャヮ',
  イ: 'イキシチニヒミリギジヂビピィ',
  ウ: 'ウクスツヌフムユルグズヅブプゥュヴ',
  エ: 'エケセテネヘメレゲゼデベペェ',
  オ: 'オコソトノホモヨロヲゴゾドボポォョ',
};
const VOWEL_OF = new Map(
  Object.entries(VOWELS).flatMap(([vowel, kana]) => Array.from(kana, (one) => [one, vowel] as const)),
);

/** A sign as it sounds behind another: a long vowel as two, a sign of repetition as what it repeats. */
function soundBehind(before: string | undefined, character: string): string {
  if (before === undefined) return character;
  if ('々〻ヽ'.includes(character)) return before;
  const vowel = VOWEL_OF.get(before);
  if (vowel === undefined) return character;
  const isLong =
    character === 'ー' || (vowel === 'オ' && character === 'ウ') || (vowel === 'エ' && character === 'イ');
  return isLong ? vowel : character;
}

/** Folds what a character is by itself: width, case, kana, variants and marks; signs that don't matter are left out. */
export function foldedCharacters(text: string): string[] {
  const plain = text.toLowerCase();
  if (ASCII.test(plain)) return Array.from(plain.replace(LEFT_OUT, ''));
  const folded = plain
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(LEFT_OUT, '')
    .replace(/ヴ([ァィェォ]?)/g, (_, vowel: string) => SOUNDS_OF_V[vowel] ?? 'ブ');
  return Array.from(folded).flatMap((one) => Array.from(PLAIN_LETTERS.get(one) ?? commonForm(one)));
}

/** Folds characters by what stands before them: オー, オウ and オオ are one, as are 佐々 and 佐佐. */
export function withOneSound(characters: readonly string[]): string[] {
  const heard: string[] = [];
  for (const character of characters) heard.push(soundBehind(heard.at(-1), character));
  return heard;
}

/** A text as searches compare it. */
export const folded = (text: string): string => withOneSound(foldedCharacters(text)).join('');

const POLITE_ENDING = /(?<=.)様$|(?<=..)サマ$/u;

/**
 * A name as all comparisons of guests see it: one width, case and kana, common kanji, letters without marks, no spaces and
 * signs, no 様 behind it. Two spellings of one name are equal.
 */
export const foldedName = (name: string): string => folded(name).replace(POLITE_ENDING, '');

const JAPAN = '81';

const national = (digits: string): string => `0${digits.replace(/^0+/, '')}`;

/**
 * A phone number as all comparisons of guests see it: its digits, a Japanese one with 0 instead of the country's code, also
 * where a spreadsheet took the 0 away. Empty for a text without digits.
 */
export function foldedPhone(tel: string): string {
  const text = tel.normalize('NFKC');
  const digits = text.replace(/\D/g, '');
  const [, dialled = null] = /^(?:00|010)([1-9]\d{9,})$/.exec(digits) ?? [];
  const abroad = /^\D*\+/.test(text) ? digits : dialled;
  if (abroad !== null) return abroad.startsWith(JAPAN) ? national(abroad.slice(JAPAN.length)) : abroad;
  if (/^810?[1-9]\d{8,9}$/.test(digits)) return national(digits.slice(JAPAN.length));
  const hasLostZero = /^(?:[25-9]0\d{8}|[1-9]\d{8})$/.test(digits);
  return hasLostZero ? `0${digits}` : digits;
}
