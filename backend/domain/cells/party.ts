import { withFigures } from './kanji-numbers.js';
import { wordOf } from './values.js';

/** Numbers of men, women, children, and adults of whom nothing more is said, in a party. */
export type PartyOfCell = { men: number; women: number; children: number; adults: number };

const KINDS: readonly (readonly [keyof PartyOfCell, RegExp])[] = [
  ['men', /^(?:大人)?(?:男[性子]?|MALE|MEN|M|メンズ)$/],
  ['women', /^(?:大人)?(?:女[性子]?|FEMALE|WOMEN|F|W|レディース)$/],
  ['children', /^(?:子[供ども]*|こども|小人?|小学生|幼児?|乳児|赤ちゃん|CHILD(?:REN)?|CHD|INFANTS?|INF|C)$/],
  ['adults', /^(?:大人?|おとな|ADULTS?|ADT|PAX|A)$/],
];

/** Each kind of guest with its number behind it: 男1, 女性2名, 大人:2; or before it: 2A1C, 1男1女, 2 adults. */
const PART = /([^\d\s:：×X=,、・/／+＋()（）]+?)[:：×X=]?(\d{1,2})(?:名|人)?様?/y;
const PART_AFTER = /(\d{1,2})(?:名|人)?の?([^\d\s,、・/／+＋()（）名人]+)/y;
const BETWEEN = /[\s,、・/／+＋()（）]*/y;
const ALONE = /^(?:男[性子]?|女[性子]?)$/;

/**
 * Parses the parts of a party such as `男1女1`, `男2`, `女性1名`, `大人2・小人1`, `2A1C` or `計2名(男1 女1)`; null where anything else
 * stands there, or a sum in front differs from its parts.
 */
export function readPartyText(cell: string): PartyOfCell | null {
  const text = withFigures(wordOf(cell)).replace(/様$/, '');
  const [whole, sum, parts = text] =
    /^(?:合?計|総数|全部で)?(\d{1,2})(?:名|人)?様?[(:：](.+?)\)?$/.exec(text) ?? [];
  const party = /^\d/.test(parts)
    ? partsOf(parts, PART_AFTER)
    : partsOf(ALONE.test(parts) ? `${parts}1` : parts);
  if (!party) return null;
  const { men, women, children, adults } = party;
  const isRight =
    whole === undefined || [men + women + adults, men + women + adults + children].includes(Number(sum));
  return isRight ? party : null;
}

function partsOf(text: string, pattern = PART): PartyOfCell | null {
  const party: PartyOfCell = { men: 0, women: 0, children: 0, adults: 0 };
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const [part, ...sides] = pattern.exec(text) ?? [];
    const [count = '', word = ''] = pattern === PART ? sides.toReversed() : sides;
    const kind = KINDS.find(([, pattern]) => pattern.test(word))?.[0];
    if (part === undefined || kind === undefined) return null;
    party[kind] += Number(count);
    BETWEEN.lastIndex = at + part.length;
    at += part.length + (BETWEEN.exec(text)?.[0].length ?? 0);
  }
  return at === 0 ? null : party;
}
