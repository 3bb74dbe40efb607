import { readSheet } from './workbook.js';

/** Answer of a worker: the sheet, or null where the file is no workbook that can be read. */
export type WorkbookAnswer = Awaited<ReturnType<typeof readSheet>> | null;

self.onmessage = ({ data }: MessageEvent<Blob>) => {
  const answer = (sheet: WorkbookAnswer) => self.postMessage(sheet);
  data
    .arrayBuffer()
    .then(readSheet)
    .then(answer, () => answer(null));
};
