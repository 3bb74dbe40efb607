const DIGITS = '〇一二三四五六七八九';
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
/** Forms of papers about money and an older zero, with the common ones. */
const FORMAL = '零壱壹弐貳参參拾佰阡萬';
const COMMON = '〇一一二二三三十百千万';
const FORMAL_FORMS = new RegExp(`[${FORMAL}]`, 'g');
/** Behind figures they are their unit (2千) and stay. */
const NUMBER = /(?<![\d十百千])[〇一二三四五六七八九十百千]+/g;
const PLACES =
  /^([一二三四五六七八九]?千)?([一二三四五六七八九]?百)?([一二三四五六七八九]?十)?([一二三四五六七八九])?$/;

function figuresOf(number: string): string {
  if (!/[十百千]/.test(number)) return Array.from(number, (digit) => DIGITS.indexOf(digit)).join('');
  const [whole, ...places] = PLACES.exec(number) ?? [];
  if (whole === undefined) return number;
  const sum = places.reduce((total, place = '') => {
    const digit = DIGITS.indexOf(place.charAt(0));
    const unit = UNITS[place.slice(-1)];
    return total + (unit === undefined ? Math.max(0, digit) : Math.max(1, digit) * unit);
  }, 0);
  return String(sum);
}

/** A cell with figures in the place of numbers in kanji: 二名 is 2名, 十二月 is 12月, 金壱万弐千円 is 金1万2000円. */
export function withFigures(cell: string): string {
  return cell.replace(FORMAL_FORMS, (form) => COMMON.charAt(FORMAL.indexOf(form))).replace(NUMBER, figuresOf);
}
