import type { TextFault } from '../typed-text.js';

type Token = {
  kind: 'number' | 'to' | 'and' | 'next' | 'floor' | 'room' | 'except';
  text: string;
  column: number;
};

/** Meanings of the signs of a pattern, the first that fits; every text is of one character width. */
const SIGNS: readonly [Token['kind'] | null, RegExp][] = [
  ['number', /^\d+/],
  ['to', /^(?:[〜~\-→ー]|から)/],
  ['except', /^[をはの]?(?:除く|除き|除外|以外|欠番|なし|無し)/],
  ['floor', /^[階Ff]/],
  ['room', /^(?:号室|号|室|番)/],
  ['and', /^(?:・|と|\/)/],
  ['next', /^[、,，;の。]/],
  [null, /^(?:\s|まで|[()])+/],
];

/** Half-width, each character in its place, so that columns are those of the text. */
function narrowed(line: string): string {
  return [...line]
    .map((sign) => {
      const narrow = sign.normalize('NFKC');
      return narrow.length === sign.length ? narrow.replace(/[‐‑‒–—―−]/, '-') : sign;
    })
    .join('');
}

const faultAt = (line: number, column: number, message: string): TextFault => ({
  line,
  message: `${line}行目の${column}文字目: ${message}`,
});

function tokensOf(text: string, line: number, faults: TextFault[]): Token[] {
  const whole = narrowed(text);
  const tokens: Token[] = [];
  for (let at = 0; at < whole.length; ) {
    const rest = whole.slice(at);
    const found = SIGNS.map(([kind, sign]) => ({ kind, text: sign.exec(rest)?.[0] ?? '' })).find(
      (sign) => sign.text,
    );
    if (!found) {
      const unreadable = /^[^\d、,\s]+/.exec(rest)?.[0] ?? rest;
      faults.push(faultAt(line, at + 1, `「${unreadable.slice(0, 20)}」が読み取れません。`));
      return [];
    }
    if (found.kind) tokens.push({ kind: found.kind, text: found.text, column: at + 1 });
    at += found.text.length;
  }
  return tokens;
}

/** Numbers from one to another as they are typed: `04・09`, `2〜10階`, `101〜110`. */
type Segment = {
  numbers: string[];
  isRange: boolean;
  kind: 'floor' | 'position' | 'room';
  isExcept: boolean;
  line: number;
  column: number;
};

const MOST_IN_RANGE = 100;
const ROOM_DIGITS = 3;
const MOST_DIGITS = 4;

/** The numbers of a range in the order it is typed in. */
function between(from: string, to: string): string[] {
  const [first, last] = [Number(from), Number(to)];
  const step = first <= last ? 1 : -1;
  const digits = from.startsWith('0') ? from.length : 0;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) =>
    String(first + index * step).padStart(digits, '0'),
  );
}

/** Splits the tokens of a line at 、 and reads each part. */
function segmentsOf(tokens: readonly Token[], line: number, faults: TextFault[]): Segment[] {
  const segments: Segment[] = [];
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    const part = parts.at(-1) ?? [];
    const follows =
      token.kind === 'number' && ['number', 'except', 'floor'].includes(part.at(-1)?.kind ?? '');
    if (token.kind === 'next') parts.push([]);
    else if (follows) parts.push([token]);
    else part.push(token);
  }
  for (const part of parts.filter(({ length }) => length > 0)) {
    const column = part[0]?.column ?? 1;
    const segment: Segment = { numbers: [], isRange: false, kind: 'position', isExcept: false, line, column };
    let message: string | null = null;
    let isOpen = false;
    for (const { kind, text } of part) {
      if (kind === 'floor') segment.kind = 'floor';
      if (kind === 'except') segment.isExcept = true;
      if (kind === 'to') {
        isOpen = segment.numbers.length > 0;
        segment.isRange = true;
        if (!isOpen) message ??= '範囲の始まりの数字がありません。';
      }
      if (kind !== 'number') continue;
      if (text.length > MOST_DIGITS) message ??= `「${text}」は桁数が多すぎます。部屋番号は4桁までです。`;
      const before = isOpen ? segment.numbers.at(-1) : undefined;
      if (before !== undefined && Math.abs(Number(before) - Number(text)) >= MOST_IN_RANGE) {
        message ??= `「${before}〜${text}」は範囲が広すぎます。階ごとに書いてください。`;
      }
      if (before !== undefined && before.length >= ROOM_DIGITS !== text.length >= ROOM_DIGITS) {
        message ??= `「${before}〜${text}」は桁数が揃っていません。`;
      }
      segment.numbers.push(...(before === undefined || message ? [text] : between(before, text).slice(1)));
      isOpen = false;
    }
    if (isOpen) message ??= '範囲の終わりの数字がありません。';
    if (segment.numbers.length === 0) message ??= '数字がありません。';
    const isRooms = segment.numbers.some((text) => Number(text) >= 100);
    if (segment.kind === 'floor' && segment.isExcept)
      message ??= '階は除けません。除く部屋の番号を書いてください。';
    if (segment.kind === 'floor' && (isRooms || segment.numbers.some((text) => Number(text) === 0))) {
      message ??= '階は1から99までの数字で書いてください。';
    }
    if (segment.kind === 'position' && isRooms) segment.kind = 'room';
    if (message) faults.push(faultAt(line, column, message));
    else segments.push(segment);
  }
  return segments;
}

/** Positions on floors, and what is left out there. */
type Block = { floors: Segment[]; positions: Segment[]; except: Set<number> };

/** 04、09、14を除く: single numbers before the last one are left out too where a range has them already. */
function takeBackSingles({ positions }: Block): Segment[] {
  const singles: Segment[] = [];
  while (positions.length > 1 && positions.at(-1)?.isRange === false) singles.push(...positions.splice(-1));
  if (positions[0]?.isRange) return singles;
  positions.push(...singles.reverse());
  return [];
}

/**
 * The rooms of a pattern of floors and positions, top floor and first position as they are typed. Numbers of three or four
 * digits are whole room numbers; a floor after positions begins anew.
 */
export function roomPattern(lines: readonly string[]): {
  rooms: { roomNumber: string }[];
  faults: TextFault[];
} {
  const faults: TextFault[] = [];
  const segments = lines.flatMap((text, index) =>
    segmentsOf(tokensOf(text, index + 1, faults), index + 1, faults),
  );
  const blocks: Block[] = [];
  const whole = new Set<string>();
  const except = new Set<string>();
  for (const segment of segments) {
    let block = blocks.at(-1);
    if (segment.kind === 'room') {
      for (const number of segment.numbers) (segment.isExcept ? except : whole).add(number);
      continue;
    }
    if (!block || (segment.kind === 'floor' && block.positions.length > 0)) {
      block = { floors: [], positions: [], except: new Set() };
      blocks.push(block);
    }
    if (segment.kind === 'floor') block.floors.push(segment);
    else if (!segment.isExcept) block.positions.push(segment);
    else
      for (const { numbers } of [segment, ...takeBackSingles(block)]) {
        for (const number of numbers) block.except.add(Number(number));
      }
  }
  for (const { floors, positions, except: left } of blocks) {
    const [floor] = floors;
    const [position] = positions;
    if (!floor) {
      const { line, column } = position ?? { line: 1, column: 1 };
      faults.push(
        faultAt(line, column, '何階の部屋か分かりません。「2〜10階、01〜16」のように書いてください。'),
      );
    } else if (!position) {
      faults.push(
        faultAt(
          floor.line,
          floor.column,
          'この階の部屋の番号がありません。「2〜10階、01〜16」のように書いてください。',
        ),
      );
    }
    for (const number of floors.flatMap(({ numbers }) => numbers)) {
      for (const place of positions.flatMap(({ numbers }) => numbers)) {
        const room = `${Number(number)}${place.padStart(2, '0')}`;
        whole.add(room);
        if (left.has(Number(place))) except.add(room);
      }
    }
  }
  for (const number of except) whole.delete(number);
  if (faults.length === 0 && whole.size === 0) faults.push({ line: 1, message: '部屋がありません。' });
  return { rooms: [...whole].map((roomNumber) => ({ roomNumber })), faults };
}
