import type { ImportSummary } from '@wire/csv-imports.js';
import { atom } from 'jotai';
import { family } from '../shared/family.js';
import { store } from '../shared/store.js';
import { fetchImports } from './imports-api.js';

/** An import as it was received last, and its progress when it was first received, for its speed. */
export type SeenImport = ImportSummary & { since: { done: number; at: number }; at: number };

const seenAtom = atom<ReadonlyMap<number, SeenImport>>(new Map());
const loadedAtom = atom(false);

const MAX_RECENT = 50;

/** An import as it was received last. */
export const importAtom = family((id: number) => atom((get) => get(seenAtom).get(id) ?? null));

const realAtom = atom((get) =>
  [...get(seenAtom).values()].filter(({ dry_run }) => dry_run === 0).sort((a, b) => b.id - a.id),
);

/** The imports that run, wherever they were started, newest first. */
export const runningImportsAtom = atom((get) => get(realAtom).filter(({ status }) => status === 'running'));

/** The latest imports that are done, newest first; null until they were read. */
export const recentImportsAtom = atom((get) =>
  get(loadedAtom)
    ? get(realAtom)
        .filter(({ status }) => status === 'done')
        .slice(0, MAX_RECENT)
    : null,
);

function isOlder(told: ImportSummary, known: ImportSummary): boolean {
  return known.status === 'done' || (told.status === 'running' && told.done < known.done);
}

/** Takes over how far an import has come; what is known to be further stays. */
export function takeImport(told: ImportSummary): void {
  const at = Date.now();
  store.set(seenAtom, (seen) => {
    const known = seen.get(told.id);
    if (known && isOlder(told, known)) return seen;
    const since = known?.since ?? { done: told.done, at };
    return new Map(seen).set(told.id, { ...told, since, at });
  });
}

/** Reads the latest imports; a failure is only logged (spec 8). */
export async function loadImports(): Promise<void> {
  try {
    for (const told of await fetchImports()) takeImport(told);
    store.set(loadedAtom, true);
  } catch (error) {
    console.error('csv-imports', error);
  }
}
