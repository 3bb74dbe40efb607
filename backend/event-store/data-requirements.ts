import { groupBy } from '@domain/group-by.js';
import type { Queryable } from '../platform/database.js';
import { allEnded } from '../platform/pipeline.js';
import type { AnyStream } from './stream-definition.js';
import type { LoadedDocument, UnitOfWork } from './unit-of-work.js';

/**
 * Puts what many commands of one batch need into their unit of work, with few queries. It asks before the unit is there
 * wherever it can: what is asked at once travels together.
 */
export type BatchLoader<Request> = (
  client: Queryable,
  requests: readonly Request[],
  begun: Promise<UnitOfWork>,
) => Promise<void>;

/** What a command must find in its unit of work before it can decide. */
export type DataRequirement = {
  loader: BatchLoader<unknown>;
  request: unknown;
  /** The stream whose stored state tells what else to load: no longer true once the same batch has changed it. */
  followsFrom: string | null;
};

/** A need that its own loader knows how to meet. */
export function requirement<Request>(
  loader: BatchLoader<Request>,
  request: Request,
  followsFrom: string | null = null,
): DataRequirement {
  return { loader: loader as BatchLoader<unknown>, request, followsFrom };
}

/** Whether too little was loaded for these needs, since the batch has changed what they follow from. */
export function areOutdated(requirements: readonly DataRequirement[], unit: UnitOfWork): boolean {
  return requirements.some(({ followsFrom }) => followsFrom !== null && unit.hasChanged(followsFrom));
}

type KeyRequest = { definition: AnyStream; key: string };

/** The need for one stream's state, by key. */
export function requireStream(definition: AnyStream, key: number | string): DataRequirement {
  return requirement(loadStreams, { definition, key: String(key) });
}

const loadStreams: BatchLoader<KeyRequest> = async (client, requests, begun) => {
  const documents = await loadByKey(client, requests);
  (await begun).load(documents);
};

/** Loads rows of any kinds of streams by key: one query a kind. */
export async function loadByKey(
  client: Queryable,
  requests: readonly KeyRequest[],
): Promise<LoadedDocument[]> {
  const loaded: LoadedDocument[] = [];
  for (const [definition, wanted] of groupBy(requests, (request) => request.definition)) {
    const { column, type } = definition.key;
    const { rows } = await client.query({
      name: `by-key-${definition.table}`,
      text: `select ${column}::text as key, state from ${definition.table} where ${column} = any($1::${type}[])`,
      values: [wanted.map(({ key }) => key)],
    });
    loaded.push(...rows.map((row) => ({ definition, key: row.key, state: row.state })));
  }
  return loaded;
}

/** Meets the needs of a batch: one call of each loader with all its requests, all at once. */
export async function loadRequirements(
  client: Queryable,
  requirements: readonly DataRequirement[],
  begun: Promise<UnitOfWork>,
): Promise<void> {
  const byLoader = [...groupBy(requirements, ({ loader }) => loader)];
  await allEnded(
    ...byLoader.map(([loader, same]) =>
      loader(
        client,
        same.map(({ request }) => request),
        begun,
      ),
    ),
  );
}
