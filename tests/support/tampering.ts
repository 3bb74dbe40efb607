import fc from 'fast-check';
import { chainHash, GENESIS_HASH, type LinkedRow } from '#backend/event-store/hash-chain.js';

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

/** A log one of whose events says something else, with the whole chain computed anew. */
export const forgedAt = ({ rows, head }: TamperedLog, position: number): TamperedLog =>
  rechained({ rows: withRow(rows, position - 1, { terminal: '別の端末' }), head });

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
export function anyChange({ rows, head }: TamperedLog): fc.Arbitrary<Change> {
  const last = rows.length;
  const index = fc.nat(last - 1);
  const random = fc.nat(100_000);
  const at = (place: number) => rows[place] as LinkedRow;
  const kept = (name: string, left: LinkedRow[], exact: number) => ({
    name,
    log: { rows: left, head },
    exact,
  });
  /** With the head row that belongs to them. */
  const fitted = (name: string, left: LinkedRow[], exact: number) => ({
    ...{ name, log: { rows: left, head: headOf(left, head) }, exact },
  });
  const headed = (change: Partial<TamperedHead>, exact: number) => ({
    ...{ name: 'the head row', log: { rows, head: { ...head, ...change } }, exact },
  });

  const edit = fc
    .tuple(index, fc.constantFrom(...COLUMNS), random)
    .map(([row, which, by]) =>
      kept(`${which} of ${row + 1}`, withRow(rows, row, changedRow(at(row), which, by)), row + 1),
    );
  const closed = fc
    .nat(last - 2)
    .map((row) => fitted('a hole that was closed', renumbered(rows.toSpliced(row, 1)), row + 1));
  const swap = fc
    .tuple(index, index)
    .filter(([one, other]) => one < other)
    .map(([one, other]) =>
      kept('two rows swapped', renumbered(withRow(withRow(rows, one, at(other)), other, at(one))), one + 1),
    );
  const insert = fc
    .tuple(index, index)
    .map(([row, from]) =>
      fitted(
        'a row inserted',
        renumbered(rows.toSpliced(row, 0, at(from))),
        row === from ? row + 2 : row + 1,
      ),
    );
  const forgery = fc
    .oneof(
      edit.filter(({ name }) => !name.startsWith('hash ')),
      closed,
      swap,
      insert,
    )
    .map(({ name, log, exact }) => ({ name: `forged: ${name}`, log: rechained(log), around: exact }));
  const move = fc
    .tuple(index, fc.integer({ min: -2, max: last + 3 }))
    .filter(([row, position]) => position !== row + 1)
    .map(([row, position]) =>
      kept('another position', withRow(rows, row, { position }), Math.min(row + 1, position)),
    );
  const cut = fc
    .tuple(index, fc.boolean())
    .map(([left, fix]) => (fix ? fitted : kept)(`only ${left} left`, rows.slice(0, left), left + 1));
  const headChange = fc.oneof(
    index.map((position) => headed({ position }, position + 1)),
    fc.integer({ min: last + 1, max: last + 9 }).map((position) => headed({ position }, last + 1)),
    random.map((by) => headed({ hash: changedRow(at(0), 'hash', by).hash as Buffer }, last)),
    fc.constant(headed({ recordedAt: laterBy(head.recordedAt, 1) }, last)),
  );
  return fc.oneof(
    { weight: 4, arbitrary: edit },
    { weight: 3, arbitrary: forgery },
    ...[closed, swap, insert, move, cut, headChange],
    index.map((row) => kept('a missing row', rows.toSpliced(row, 1), row + 1)),
    index.map((row) => kept('a row twice', [...rows, at(row)], row + 1)),
    index.map((row) =>
      kept('a row behind the head', [...rows, { ...at(row), position: last + 1 }], last + 1),
    ),
  );
}
