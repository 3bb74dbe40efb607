import { hash } from 'node:crypto';
import { countText } from '@domain/calendar/stay-text.js';
import type { Checkpoint } from '@wire/evidence.js';
import type { Queryable } from '../platform/database.js';

/** End of a chain of checkpoints: their number, and the SHA-256 of the last one. */
export type ChainEnd = { number: number; digest: string };

/** The end of the chain of a key, as the database of the log knows it. */
export type KnownEnd = ChainEnd & { keyId: string };

const digestOf = (checkpoint: Checkpoint): string => hash('sha256', JSON.stringify(checkpoint));

/** Returns where the checkpoints of a folder end; null for none. */
export function endOf(checkpoints: readonly Checkpoint[]): ChainEnd | null {
  const last = checkpoints.at(-1);
  return last ? { number: checkpoints.length, digest: digestOf(last) } : null;
}

/**
 * Returns whether a node of an older version may have signed a checkpoint beside newer ones, as it does in an upgrade: it can't read
 * their lines and states a place of the log again that one of them has stated, or a later one.
 */
const isRepeated = (checkpoint: Checkpoint, before: Checkpoint): boolean =>
  checkpoint.number === undefined &&
  before.number !== undefined &&
  checkpoint.position === before.position &&
  checkpoint.hash === before.hash &&
  checkpoint.log_id === before.log_id;

/**
 * Returns why checkpoints are not those that were signed one after the other, the first of them included; null when they are.
 * Checkpoints of older versions have no numbers: that none of them is missing is known by the next that has one, which counts
 * and seals them, and by the end that the database knows.
 */
export function chainFault(checkpoints: readonly Checkpoint[]): string | null {
  for (const [index, checkpoint] of checkpoints.entries()) {
    const { number, previous, position } = checkpoint;
    const before = checkpoints[index - 1];
    if (before && position <= before.position && !isRepeated(checkpoint, before))
      return `チェックポイントの順序が入れ替わっています（位置 ${countText(position)}）。`;
    if (number === undefined) continue;
    if (number !== index + 1) return `${countText(index + 1)} 番目のチェックポイントがありません。`;
    if (previous !== (before ? digestOf(before) : null))
      return `${countText(number)} 番目のチェックポイントが、その前のものにつながっていません。`;
  }
  return null;
}

/** Returns why checkpoints are not all of those that the database knows of; null when they are, or newer ones as well. */
export function endFault(checkpoints: readonly Checkpoint[], known: ChainEnd | undefined): string | null {
  if (!known) return null;
  const last = checkpoints[known.number - 1];
  if (last && digestOf(last) === known.digest) return null;
  const count = countText(known.number);
  return last
    ? `${count} 番目のチェックポイントが、署名したときのものではありません。`
    : `このログにはチェックポイントが ${count} 件ありますが、${count} 番目が証跡フォルダーにありません。`;
}

/** The ends of all chains that the database knows of. */
export async function knownEnds(client: Queryable): Promise<KnownEnd[]> {
  const { rows } = await client.query<KnownEnd>(
    'select key_id as "keyId", number, digest from checkpoint_ends order by key_id',
  );
  return rows;
}

/** Lets the database know where the chain of a key ends: checkpoints that are taken away afterwards are missed. */
export async function storeEnd(client: Queryable, { keyId, number, digest }: KnownEnd): Promise<void> {
  await client.query({
    text: `insert into checkpoint_ends (key_id, number, digest) values ($1, $2, $3)
           on conflict (key_id) do update set number = excluded.number, digest = excluded.digest
           where checkpoint_ends.number < excluded.number`,
    values: [keyId, number, digest],
  });
}
