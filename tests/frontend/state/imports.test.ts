import { expect, test } from '@jest/globals';
import {
  importAtom,
  loadImports,
  recentImportsAtom,
  runningImportsAtom,
  takeImport,
} from '../../../frontend/state/imports.js';
import { store } from '../../../frontend/state/store.js';
import { importSummary } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';

const running = (id: number, done: number) =>
  importSummary({ id, status: 'running', rows: 100, done, finished_at: null });
const told = (id: number) => store.get(importAtom(id));

test('an import only comes further, whatever order it is told in; done is its end', () => {
  takeImport(running(1, 10));
  takeImport(running(1, 60));
  takeImport(running(1, 40));
  expect(told(1)?.done).toBe(60);
  expect(told(1)?.since.done).toBe(10);
  takeImport(importSummary({ id: 1, rows: 100, done: 100 }));
  takeImport(running(1, 60));
  expect(told(1)).toMatchObject({ status: 'done', done: 100 });
});

test('imports elsewhere are listed while they run, dry runs are not, and done ones are recent', async () => {
  serve({ 'GET /api/csv-imports': () => ({ body: [importSummary({ id: 5 }), running(6, 0)] }) });
  expect(store.get(recentImportsAtom)).toBeNull();
  await loadImports();
  takeImport({ ...running(7, 0), dry_run: 1 });
  expect(store.get(runningImportsAtom).map(({ id }) => id)).toEqual([6]);
  takeImport(importSummary({ id: 6 }));
  expect(store.get(runningImportsAtom)).toEqual([]);
  expect(store.get(recentImportsAtom)?.map(({ id }) => id)).toEqual([6, 5, 1]);
});
