/** Characters that names are written with in several ways: the form that is searched first, then its variants. */
const VARIANTS = `
  高髙 崎﨑碕嵜 辺邊邉 斎齋斉齊 浜濱濵 沢澤 広廣 国國 島嶋嶌 桜櫻 竜龍 滝瀧 条條
  恵惠 徳德 吉𠮷 富冨 峰峯 柳栁 真眞 鉄鐵 関關 円圓 塩鹽 亀龜 万萬 会會 学學 栄榮
  蔵藏 実實 寿壽 静靜 曽曾 仏佛 宝寶 豊豐 与與 弥彌 郎郞 瀬瀨 増增 横橫 黒黑 壮壯
  凛凜 桧檜 薮藪 芦蘆 館舘 槙槇 角⻆ 土圡 船舩 ケヶヵ
`;

const COMMON_FORMS = new Map(
  VARIANTS.trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [common = '', ...variants] = group;
      return variants.map((variant) => [variant, common] as const);
    }),
);

const ANY_VARIANT = new RegExp(`[${[...COMMON_FORMS.keys()].join('')}]`, 'gu');

/** Writes variants of kanji in their common form (髙 as 高, 邉 as 辺), and the small ヶ of names as ケ. */
function withCommonKanji(text: string): string {
  return text.replace(ANY_VARIANT, (variant) => COMMON_FORMS.get(variant) ?? variant);
}

const HIRAGANA = /[\u3041-\u3096]/g;

/**
 * Normalizes text for search: full width, hiragana as katakana, variants of kanji as their common form, lower case, without
 * spaces, hyphens and control characters.
 */
export function searchable(text: string): string {
  const katakana = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[\s\p{Dash}\p{Cc}\p{Cf}]/gu, '');
  return withCommonKanji(katakana);
}

/** The normalized words of a search; each must match. */
export function searchedWords(text: string): string[] {
  const words = text.normalize('NFKC').split(/\s+/u).map(searchable);
  return [...new Set(words)].filter((word) => word !== '');
}

/** Characters of an indexed gram. */
const GRAM_LENGTH = 3;

/** The grams that a text must contain to match a word: all of three characters, or a shorter word itself. */
export function gramsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length === 0) return [];
  if (characters.length <= GRAM_LENGTH) return [word];
  const grams = characters
    .slice(GRAM_LENGTH - 1)
    .map((_, at) => characters.slice(at, at + GRAM_LENGTH).join(''));
  return [...new Set(grams)];
}
