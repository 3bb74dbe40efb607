/** Characters that names are written with in several ways: the form that is searched first, then its variants. */
const VARIANTS = [
  '高髙',
  '崎﨑碕嵜',
  '辺邊邉',
  '斎齋斉齊',
  '浜濱濵',
  '沢澤',
  '広廣',
  '国國',
  '島嶋嶌',
  '桜櫻',
  '竜龍',
  '滝瀧',
  '条條',
  '恵惠',
  '徳德',
  '吉𠮷',
  '富冨',
  '峰峯',
  '柳栁',
  '真眞',
  '鉄鐵',
  '関關',
  '円圓',
  '塩鹽',
  '亀龜',
  '万萬',
  '会會',
  '学學',
  '栄榮',
  '蔵藏',
  '実實',
  '寿壽',
  '静靜',
  '曽曾',
  '仏佛',
  '宝寶',
  '豊豐',
  '与與',
  '弥彌',
  '郎郞',
  '瀬瀨',
  '増增',
  '横橫',
  '黒黑',
  '壮壯',
  '凛凜',
  '桧檜',
  '薮藪',
  '芦蘆',
  '館舘',
  '槙槇',
  '角⻆',
  '土圡',
  '船舩',
  'ケヶヵ',
];

const COMMON_FORMS = new Map(
  VARIANTS.flatMap((group) => {
    const [common = '', ...variants] = group;
    return variants.map((variant) => [variant, common] as const);
  }),
);

const ANY_VARIANT = new RegExp(`[${[...COMMON_FORMS.keys()].join('')}]`, 'gu');

/** Writes variants of kanji in their common form (髙 as 高, 邉 as 辺), and the small ヶ of names as ケ. */
export function withCommonKanji(text: string): string {
  return text.replace(ANY_VARIANT, (variant) => COMMON_FORMS.get(variant) ?? variant);
}
