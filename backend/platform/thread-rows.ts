import { on } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import type { BrokenRule } from '@domain/broken-rule.js';
import { RefusedError } from './errors.js';
import { refusedFile } from './incoming-file.js';
import { threadProgram } from './thread-program.js';

/** Rows of a file as a JSON array: it goes from the thread to the database as it is, since each object would burden the server. */
export type RowBatch = { count: number; json: Buffer };

/** The next rows of a file, or why it is refused. */
type Answer =
  | { count: number; json: Uint8Array<ArrayBuffer>; isLast: boolean }
  | { refused: { status: number; rules: readonly BrokenRule[] } };

/** Rows and characters of one answer: the most that is copied to the server's own thread in one turn. */
const MOST_ROWS = 500;
const MOST_CHARACTERS = 200_000;
/** Files that are read at the same time; others wait. */
const MOST_THREADS = 2;
/** The memory of a thread in MB. A reader that needs more is ended, and its file refused; the server goes on. */
const LIMITS = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 };
/** Wait of a thread for the next file, in ms. What the last one said leaves the memory with the thread. */
const IDLE_MS = 10_000;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

const TOO_COMPLEX = refusedFile(
  'too_complex',
  'ファイルの内容が複雑すぎて読み込めません。分割してから選択してください。',
);

const answerOf = (rows: readonly string[], isLast: boolean): Answer => ({
  count: rows.length,
  json: new TextEncoder().encode(`[${rows.join(',')}]`),
  isLast,
});

async function* answersOf(rows: AsyncIterable<object>): AsyncGenerator<Answer> {
  try {
    let batch: string[] = [];
    let characters = 0;
    let isFirst = true;
    for await (const row of rows) {
      const text = JSON.stringify(row);
      batch.push(text);
      characters += text.length;
      if (!isFirst && batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
      yield answerOf(batch, false);
      [batch, characters, isFirst] = [[], 0, false];
    }
    yield answerOf(batch, true);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    yield { refused: { status: error.status, rules: error.rules } };
  }
}

/**
 * In a thread: answers each request with its rows, the first time with one, and each further message with the next. The next
 * answer is worked out while the last one is stored.
 */
export async function serveRows<Request>(read: (request: Request) => AsyncIterable<object>): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('rows are served by a thread only');
  const messages = on(port, 'message');
  for await (const [request] of messages) {
    let isFirst = true;
    for await (const answer of answersOf(read(request as Request))) {
      if (!isFirst) await messages.next();
      isFirst = false;
      port.postMessage(answer, 'json' in answer ? [answer.json.buffer] : []);
    }
  }
}

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs work that reads a file in a thread, once one of the few threads is free. To be called before a transaction is begun:
 * who waits holds no connection.
 */
export async function withReaderThread<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** A thread that runs a program; `ended` is rejected with its error when it ends by itself. */
type Thread = { program: string; worker: Worker; ended: Promise<never> };

/** Threads that wait for the next file: starting one takes far longer than reading a small file. */
const idle = new Map<Thread, NodeJS.Timeout>();

function startThread(program: string): Thread {
  const worker = new Worker(threadProgram(program), { resourceLimits: LIMITS });
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === OUT_OF_MEMORY ? TOO_COMPLEX : error),
    );
    worker.once('exit', (code) => reject(new Error(`a thread ended with ${code} before its last answer`)));
  });
  ended.catch(() => undefined); // Only counts while an answer is waited for.
  return { program, worker, ended };
}

/** Takes a thread that waits for a file of this program, or starts one. */
function takeThread(program: string): Thread {
  const known = [...idle.keys()].find((thread) => thread.program === program);
  if (!known) return startThread(program);
  clearTimeout(idle.get(known));
  idle.delete(known);
  known.worker.ref();
  return known;
}

/** Keeps a thread for the next file, a few seconds and in the place of one that waits for longer. */
function keepThread(thread: Thread): void {
  const end = (one: Thread) => {
    clearTimeout(idle.get(one));
    idle.delete(one);
    void one.worker.terminate();
  };
  const [oldest] = idle.keys();
  if (oldest && idle.size >= MOST_THREADS) end(oldest);
  thread.worker.unref();
  idle.set(thread, setTimeout(end, IDLE_MS, thread).unref());
}

/**
 * The rows of a file, the first one alone, read by a program in a thread of its own: the server answers meanwhile, whatever the
 * file holds. Throws the RefusedError of the reader, and one for a file that takes too much memory.
 */
export async function* rowsFromThread(program: string, request: unknown): AsyncGenerator<RowBatch> {
  const thread = takeThread(program);
  const { worker, ended } = thread;
  let isRead = false;
  try {
    for (let message = request; !isRead; message = null) {
      const answered = new Promise<Answer>((resolve) => worker.once('message', resolve));
      worker.postMessage(message);
      const answer = await Promise.race([answered, ended]);
      isRead = 'refused' in answer || answer.isLast;
      if ('refused' in answer) throw new RefusedError(answer.refused.status, answer.refused.rules);
      const { count, json } = answer;
      if (count > 0) yield { count, json: Buffer.from(json.buffer, json.byteOffset, json.byteLength) };
    }
  } finally {
    if (isRead) keepThread(thread);
    else await worker.terminate();
  }
}
