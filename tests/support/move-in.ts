import type { MoveInFile, MoveInRow, MoveInRows } from '@wire/move-in.js';
import { type Answer, type ApiClient, answerOf, formWith, must } from './api-client.js';
import { eventually } from './eventually.js';

/** Rows as the text of a CSV file. */
export const csvOf = (rows: readonly (readonly unknown[])[], delimiter = ','): string =>
  rows
    .map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(delimiter))
    .join('\r\n');

/** Uploads a file of another system. */
export async function uploadMoveIn(
  url: string,
  content: string | Uint8Array,
  { name = '予約一覧.csv', headers = {} }: { name?: string; headers?: Record<string, string> } = {},
): Promise<Answer<MoveInFile>> {
  const body = formWith(typeof content === 'string' ? Buffer.from(content) : content, name);
  return answerOf(await fetch(`${url}/api/move-in/files`, { method: 'POST', headers, body }));
}

/** A file once its run is done, which takes the longer the more rows it has. */
export async function endOfRun(api: ApiClient, id: number, within?: number): Promise<MoveInFile> {
  return eventually(
    `the run of file ${id} ends`,
    async () => (await api.get<MoveInFile>(`/api/move-in/files/${id}`)).body,
    ({ status }) => status === 'idle',
    { within },
  );
}

type Run = { mapping?: string[]; system?: string; past?: string; dry_run?: 0 | 1; lines?: number[] };

/** Runs a file's rows as it is suggested, or otherwise, and waits for the end. */
export async function runMoveIn(api: ApiClient, file: MoveInFile, run: Run = {}): Promise<MoveInFile> {
  const { mapping, system, past } = file;
  const body = { mapping, system, past, dry_run: 0, ...run };
  await must(api.post(`/api/move-in/files/${file.id}/runs`, body));
  return endOfRun(api, file.id);
}

/** The results of a file's last run. */
export async function rowsOf(api: ApiClient, id: number): Promise<MoveInRow[]> {
  return (await api.get<MoveInRows>(`/api/move-in/files/${id}/rows`)).body.rows;
}
