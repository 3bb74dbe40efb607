import { strFromU8, strToU8 } from 'fflate';

/** The parts of a workbook's archive, by their paths. */
export type WorkbookParts = Readonly<Record<string, Uint8Array>>;

/** Stands in a cell whose formula was saved without its result, by a program that does not calculate. */
export const NOT_CALCULATED = '#計算結果なし（Excelで開いて保存し直してください）';

const STYLES = 'xl/styles.xml';
const WORKBOOK = 'xl/workbook.xml';
const SHEETS = /^xl\/worksheets\/[^/]+\.xml$/;
/** Longest number format that Excel takes. */
const LONGEST_FORMAT = 255;
const ENTITIES = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

const tagsOf = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}\\b[^<>]*>`, 'g')) ?? [];

/** An attribute of a tag; null where it has none. */
function attributeOf(tag: string, name: string): string | null {
  const [, , text] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(tag) ?? [];
  return (
    text?.replace(/&(quot|apos|lt|gt|amp);/g, (_, entity: keyof typeof ENTITIES) => ENTITIES[entity]) ?? null
  );
}

/** Returns the names of the sheets that nobody sees. */
export function hiddenSheets(parts: WorkbookParts): Set<string | null> {
  const workbook = parts[WORKBOOK];
  const sheets = workbook ? tagsOf(strFromU8(workbook), 'sheet') : [];
  const isHidden = (tag: string) => /hidden/i.test(attributeOf(tag, 'state') ?? '');
  return new Set(sheets.filter(isHidden).map((tag) => attributeOf(tag, 'name')));
}

/** Returns whether a number format shows a date by its Japanese era, such as 令和9年1月5日: `ggge"年"m"月"d"日"`. */
function isEraFormat(format: string): boolean {
  if (format.length > LONGEST_FORMAT) return false;
  const tokens = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ' ').toLowerCase();
  // A number may have its unit unquoted behind it: 0.0 kg.
  return /[gr]/.test(tokens) && !/[0#?]|general|g\/標準/.test(tokens);
}

/** Writes the formats of eras as those of dates: the library knows the latter only. */
const withPlainDates = (styles: string): string =>
  styles.replace(/\sformatCode\s*=\s*(["']).*?\1/gs, (attribute) => {
    const format = attributeOf(attribute, 'formatCode') ?? '';
    return isEraFormat(format) ? ` formatCode="yyyy/m/d${/h/i.test(format) ? ' h:mm' : ''}"` : attribute;
  });

/** Returns the formats that show leading zeros, such as 0000 and 000-0000-0000, by the number of the style. */
function paddingFormats(styles: string): Map<string, string> {
  const formats = new Map(
    tagsOf(styles, 'numFmt').map((tag) => {
      const format = attributeOf(tag, 'formatCode') ?? '';
      return [attributeOf(tag, 'numFmtId'), format.replace(/"([^"]*)"|\\(.)/g, '$1$2')];
    }),
  );
  const [, cells = ''] = styles.split(/<\/?(?:\w+:)?cellXfs\b[^<>]*>/);
  const numbered = tagsOf(cells, 'xf').map((tag, style): [string, string] => [
    String(style),
    formats.get(attributeOf(tag, 'numFmtId')) ?? '',
  ]);
  return new Map(numbered.filter(([, format]) => /^0[0-]*0$/.test(format)));
}

/** The digits of a number in a format of zeros and hyphens. */
function padded(digits: string, format: string): string {
  let rest = digits;
  const shown = [...format].reverse().map((sign) => {
    if (sign === '-') return sign;
    const digit = rest.at(-1) ?? '0';
    rest = rest.slice(0, -1);
    return digit;
  });
  return rest + shown.reverse().join('');
}

/** A cell up to its end, or to the next one where it has none: a broken file takes no longer than another. */
const CELL = /<((?:\w+:)?)c\b([^<>]*?)(?:\/>|>((?:(?!<(?:\w+:)?c\b).)*?)<\/\1c>)/gs;

/** Writes what Excel shows, and the library leaves out, as text: errors, missing results of formulas, leading zeros. */
function withShownCells(sheet: string, formats: ReadonlyMap<string, string>): string {
  return sheet.replace(CELL, (cell, prefix: string, attributes: string, content = '') => {
    const as = (text: string) => {
      const kept = attributes.replace(/\st\s*=\s*(["']).*?\1/s, '');
      return `<${prefix}c${kept} t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`;
    };
    const type = attributeOf(attributes, 't') ?? 'n';
    const [, value] = /<(?:\w+:)?v\b[^<>]*>([^<]*)<\//.exec(content) ?? [];
    if (type === 'e') return as(value || '#');
    const isFormula = /<(?:\w+:)?f\b/.test(content);
    if (isFormula && !value && !(type === 'str' && /<(?:\w+:)?v\b/.test(content))) return as(NOT_CALCULATED);
    const format = formats.get(attributeOf(attributes, 's') ?? '');
    return format && type === 'n' && /^\d+$/.test(value ?? '') ? as(padded(value ?? '', format)) : cell;
  });
}

/** Returns the parts of a workbook in which the library that reads them finds what Excel shows. */
export function shownParts(parts: WorkbookParts): Record<string, Uint8Array> {
  const styles = parts[STYLES] ? strFromU8(parts[STYLES]) : '';
  const formats = paddingFormats(styles);
  const isAffected = (xml: string) => formats.size > 0 || /\st\s*=\s*["']e["']|<(\w+:)?f\b/.test(xml);
  return Object.fromEntries(
    Object.entries(parts).map(([path, bytes]) => {
      if (path === STYLES) return [path, strToU8(withPlainDates(styles))];
      const xml = SHEETS.test(path) ? strFromU8(bytes) : '';
      return [path, isAffected(xml) && xml ? strToU8(withShownCells(xml, formats)) : bytes];
    }),
  );
}
