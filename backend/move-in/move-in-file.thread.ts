import { serveRows } from '../platform/thread-rows.js';
import { type FileRow, openMoveInFile } from './move-in-file.js';

/** The header of a file, then its rows. */
async function* linesOf(path: string): AsyncGenerator<FileRow> {
  const { header, rows } = await openMoveInFile(path);
  yield header;
  yield* rows;
}

await serveRows(linesOf);
