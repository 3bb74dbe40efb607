import { serveRows } from '../platform/thread-rows.js';
import { readRoomMonths } from './room-months-csv.js';

/** One row: the room-months of a file, or its faults. */
async function* readWhole(bytes: Uint8Array) {
  yield await readRoomMonths(bytes);
}

await serveRows(readWhole);
