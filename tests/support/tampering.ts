import fc from 'fast-check';
import type { LinkedRow } from '../../backend/event-store/chain-check.js';
import { chainHash, GENESIS_HASH } from '../../backend/event-store/hash-chain.js';

export type TamperedHead = { logId: string; position: number; hash: Buffer; recordedAt: string };

/** A log as somebody with the owner's rights could leave it. */
export type TamperedLog = { rows: LinkedRow[]; head: TamperedHead };

/**
 * A change of a log, and where it must be found: at an exact position, or, when the whole chain was computed anew,
 * between the checkpoints around a position.
 */
export type Change = { name: string; log: TamperedLog; exact?: number; around?: number };

type Columns = Exclude<keyof LinkedRow, 'position'>;
const TEXTS = ['stream', 'type', 'payload', 'terminal', 'requestId'] as const satisfies Columns[];
const NUMBERS = ['version', 'schemaVersion', 'staffId'] as const satisfies Columns[];

const withRow = (rows: readonly LinkedRow[], index: number, row: Partial<LinkedRow>): LinkedRow[] =>
  rows.map((old, at) => (at === index ? { ...old, ...row } : old));
const renumbered = (rows: readonly LinkedRow[]): LinkedRow[] =>
  rows.map((row, index) => ({ ...row, position: index + 1 }));

/** The head row as it belongs to the last of some rows. */
function headOf(rows: readonly LinkedRow[], { logId }: TamperedHead): TamperedHead {
  const last = rows.at(-1);
  if (!last) return { logId, position: 0, hash: GENESIS_HASH, recordedAt: '1970-01-01T00:00:00.000000Z' };
  return { logId, position: last.position, hash: last.hash ?? GENESIS_HASH, recordedAt: last.recordedAt };
}

/** Every hash computed anew, and the head row with them. */
export function rechained({ rows, head }: TamperedLog): TamperedLog {
  let previous: Buffer = GENESIS_HASH;
  const chained = rows.map((row) => {
    previous = chainHash(previous, row);
    return { ...row, hash: previous };
  });
  return { rows: chained, head: headOf(chained, head) };
}

function laterBy(instant: string, microseconds: number): string {
  const [whole = '', fraction = ''] = instant.replace('Z', '').split('.');
  const total = BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction) + BigInt(microseconds);
  return `${new Date(Number(total / 1_000_000n) * 1000).toISOString().slice(0, 19)}.${String(total % 1_000_000n).padStart(6, '0')}Z`;
}

/** A character of a text exchanged for another, which keeps JSON what it is. */
function otherCharacter(text: string, at: number): string {
  const letters = [...text].flatMap((sign, index) => (/[a-z0-9]/i.test(sign) ? [index] : []));
  const index = letters[at % letters.length] ?? 0;
  const old = text[index] ?? '';
  const other = /[1-8]/.test(old) ? String(Number(old) + 1) : old === 'z' ? 'y' : 'z';
  return /[09]/.test(old)
    ? `${text.slice(0, index)}5${text.slice(index + 1)}`
    : `${text.slice(0, index)}${other}${text.slice(index + 1)}`;
}

function changedRow(row: LinkedRow, column: Columns, random: number): Partial<LinkedRow> {
  const text = TEXTS.find((name) => name === column);
  if (text) return { [text]: row[text] ? otherCharacter(row[text], random) : 'x' };
  const number = NUMBERS.find((name) => name === column);
  if (number)
    return { [number]: row[number] === null ? random : (row[number] as number) ^ (1 << (random % 10)) };
  if (column === 'recordedAt') return { recordedAt: laterBy(row.recordedAt, 2 ** (random % 40)) };
  const hash = Buffer.from(row.hash ?? GENESIS_HASH);
  hash[random % 32] = (hash[random % 32] ?? 0) ^ (1 << (random % 8));
  return { hash };
}

const COLUMNS: Columns[] = [...TEXTS, ...NUMBERS, 'recordedAt', 'hash'];

/** Any change of a log, one of every kind that an owner of the database could make. */
export function anyChange(log: TamperedLog): fc.Arbitrary<Change> {
  const { rows, head } = log;
  const last = rows.length;
  const index = fc.nat(last - 1);
  const random = fc.nat(100_000);
  const column = fc.constantFrom(...COLUMNS);
  const name =
    (text: string) =>
    (change: Omit<Change, 'name'>): Change => ({ name: text, ...change });

  const edits = fc.tuple(index, column, random).map(([at, which, by]) => {
    const edited = withRow(rows, at, changedRow(rows[at] as LinkedRow, which, by));
    return {
      name: `${which} of ${at + 1}`,
      log: { rows: edited, head },
      exact: at + 1,
      around: at + 1,
      which,
    };
  });
  const moves = fc
    .tuple(index, fc.integer({ min: -2, max: last + 3 }))
    .filter(([at, to]) => to !== at + 1)
    .map(([at, position]) => ({
      log: { rows: withRow(rows, at, { position }), head },
      exact: Math.min(at + 1, position),
    }))
    .map(name('another position'));
  const holes = index
    .map((at) => ({ log: { rows: rows.toSpliced(at, 1), head }, exact: at + 1 }))
    .map(name('a missing row'));
  const closed = fc.nat(last - 2).map((at) => {
    const left = renumbered(rows.toSpliced(at, 1));
    return { name: 'a hole that was closed', log: { rows: left, head: headOf(left, head) }, exact: at + 1 };
  });
  const swaps = fc
    .tuple(index, index)
    .filter(([one, other]) => one < other)
    .map(([one, other]) => {
      const [a, b] = [rows[one] as LinkedRow, rows[other] as LinkedRow];
      const swapped = renumbered(withRow(withRow(rows, one, b), other, a));
      return { name: 'two rows swapped', log: { rows: swapped, head }, exact: one + 1 };
    });
  const inserts = fc.tuple(index, index).map(([at, from]) => {
    const more = renumbered(rows.toSpliced(at, 0, rows[from] as LinkedRow));
    const exact = at === from ? at + 2 : at + 1;
    return { name: 'a row inserted', log: { rows: more, head: headOf(more, head) }, exact };
  });
  const twice = index
    .map((at) => ({ log: { rows: [...rows, rows[at] as LinkedRow], head }, exact: at + 1 }))
    .map(name('a row twice'));
  const appended = index
    .map((at) => ({
      log: { rows: [...rows, { ...(rows[at] as LinkedRow), position: last + 1 }], head },
      exact: last + 1,
    }))
    .map(name('a row behind the head'));
  const cuts = fc.tuple(fc.nat(last - 1), fc.boolean()).map(([kept, fix]) => {
    const left = rows.slice(0, kept);
    return {
      name: `only ${kept} left`,
      log: { rows: left, head: fix ? headOf(left, head) : head },
      exact: kept + 1,
    };
  });
  const heads = fc
    .oneof(
      index.map((position) => ({ log: { rows, head: { ...head, position } }, exact: position + 1 })),
      fc
        .integer({ min: last + 1, max: last + 9 })
        .map((position) => ({ log: { rows, head: { ...head, position } }, exact: last + 1 })),
      random.map((by) => ({
        log: { rows, head: { ...head, hash: changedRow(rows[0] as LinkedRow, 'hash', by).hash as Buffer } },
        exact: last,
      })),
      fc.constant({ log: { rows, head: { ...head, recordedAt: laterBy(head.recordedAt, 1) } }, exact: last }),
    )
    .map(name('the head row'));
  const forgeries = fc
    .oneof(
      edits.filter(({ which }) => which !== 'hash'),
      closed,
      swaps,
      inserts,
    )
    .map((change) => ({ name: `forged: ${change.name}`, log: rechained(change.log), around: change.exact }));
  return fc.oneof(
    { weight: 4, arbitrary: edits.map(({ around, which, ...change }) => change) },
    { weight: 3, arbitrary: forgeries },
    moves,
    holes,
    closed,
    swaps,
    inserts,
    twice,
    appended,
    cuts,
    heads,
  );
}
