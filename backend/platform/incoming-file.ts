import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invalid } from '@domain/broken-rule.js';
import { countText } from '@domain/calendar/stay-text.js';
import { RefusedError, refusal } from './errors.js';
import { detailOf } from './thrown.js';

/** The largest file that is accepted. */
export const LARGEST_FILE_BYTES = 40 * 1024 * 1024;

export const TOO_LARGE = new RefusedError(413, [
  invalid('file_too_large', 'file', 'ファイルが大きすぎます。40MBまでのファイルを取り込めます。'),
]);

/** 422: why a file cannot be read. */
export const refusedFile = (code: string, message: string): RefusedError =>
  refusal([invalid(code, 'file', message)]);

const LONGEST_NAME = 200;
const FOLDER_PREFIX = 'hotel-import-';
const STALE_AFTER_MS = 3_600_000;

const CHUNK_BYTES = 65_536;

/**
 * The bytes of a file, each chunk only until the next is asked for: all are read into one buffer, since a stream's buffers stay
 * in memory until they are collected.
 */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The SHA-256 of a file's bytes. */
export async function fileDigest(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const bytes of chunksOf(path)) hash.update(bytes);
  return hash.digest();
}

/** Encodings of files from outside; WHATWG's shift_jis is CP932. */
const ENCODINGS = ['utf-8', 'shift_jis', 'euc-jp', 'utf-16le', 'utf-16be'] as const;
export type FileEncoding = (typeof ENCODINGS)[number];

const isUtf16 = (encoding: FileEncoding): boolean => encoding.startsWith('utf-16');

/**
 * Streams the decoded text of a file without a byte order mark; throws a TypeError on invalid bytes. Half of a sign of two
 * units in UTF-16, which programs leave that cut a text after so many, comes as U+FFFD.
 */
export async function* decodedFile(path: string, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: !isUtf16(encoding) });
  for await (const bytes of chunksOf(path)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Most lines of a file, blank ones included, and most cells of a line. */
export const LINE_LIMIT = { lines: 1_000_000, cells: 10_000 };

const tooManyLines = (most: number): RefusedError =>
  refusedFile(
    'too_many_lines',
    `ファイルの行数が、空の行を含めて${countText(most)}行を超えています。分割してから選択してください。`,
  );

const tooManyCells = (line: number): RefusedError =>
  refusedFile(
    'too_many_cells',
    `${countText(line)}行目の区切り文字が${countText(LINE_LIMIT.cells)}個を超えています。CSVファイルか確認してください。`,
  );

/** Characters that a parser gets at once: it holds all rows of a piece. */
const PIECE = 8_192;

const [TAB, LINE_FEED, CARRIAGE_RETURN, COMMA, SEMICOLON] = [9, 10, 13, 44, 59];

/**
 * Passes text on in small pieces as long as it has no more lines, and no line more cells, than any real file; refuses the
 * file otherwise.
 */
export async function* withinLineLimits(
  chunks: AsyncIterable<string> | Iterable<string>,
  mostLines = LINE_LIMIT.lines,
): AsyncGenerator<string> {
  let line = 1;
  let cells = 0;
  let last = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk.charCodeAt(at);
      if (sign === LINE_FEED || sign === CARRIAGE_RETURN) {
        if (sign === CARRIAGE_RETURN || last !== CARRIAGE_RETURN) line += 1;
        cells = 0;
        if (line > mostLines + 1) throw tooManyLines(mostLines);
      } else if (sign === COMMA || sign === TAB || sign === SEMICOLON) {
        cells += 1;
        if (cells > LINE_LIMIT.cells) throw tooManyCells(line);
      }
      last = sign;
    }
    for (let from = 0; from < chunk.length; from += PIECE) yield chunk.slice(from, from + PIECE);
  }
}

async function isIn(encoding: FileEncoding, path: string): Promise<boolean> {
  try {
    for await (const _text of decodedFile(path, encoding));
    return true;
  } catch (error) {
    if (detailOf(error, 'code') === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}

/** The first bytes of a file. */
async function beginningOf(path: string): Promise<Buffer> {
  for await (const bytes of chunksOf(path)) return Buffer.from(bytes);
  return Buffer.alloc(0);
}

/** Of UTF-16. */
const BYTES_A_UNIT = 2;

const HALF_WIDTH_KANA = /[\uff61-\uff9f]/g;
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/g;
/** Of EUC-JP that is taken for CP932, most of what is no ASCII is half-width kana. */
const looksLikeEuc = (asCp932: string): boolean =>
  (asCp932.match(HALF_WIDTH_KANA)?.length ?? 0) > 2 * (asCp932.match(JAPANESE)?.length ?? 0);

/**
 * Detects the encoding of a file: UTF-16 by its byte order mark, as long as its last unit is not cut, strict UTF-8, else CP932, or EUC-JP where CP932 would be
 * kana without sense; null when it is none of them.
 */
export async function findEncoding(path: string): Promise<FileEncoding | null> {
  const beginning = await beginningOf(path);
  const isWhole = (await stat(path)).size % BYTES_A_UNIT === 0;
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return isWhole ? 'utf-16le' : null;
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return isWhole ? 'utf-16be' : null;
  if (await isIn('utf-8', path)) return 'utf-8';
  const asCp932 = new TextDecoder('shift_jis').decode(beginning);
  if (looksLikeEuc(asCp932) && (await isIn('euc-jp', path))) return 'euc-jp';
  return (await isIn('shift_jis', path)) ? 'shift_jis' : null;
}

/** PostgreSQL's text type accepts neither NUL nor lone surrogates. */
export const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\uFFFD');

/** A UUID derived from its parts: the same parts always give the same one. */
export function derivedUuid(...parts: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}

/** A file name fit to be shown: without folders and control characters, at most 200 characters. */
export function shownFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .trim();
  return [...plain].slice(0, LONGEST_NAME).join('') || '名称未設定.csv';
}

/** The shown name of an upload; multer decodes the UTF-8 bytes of the header as Latin-1. */
export function uploadedFileName(latin1: string): string {
  return shownFileName(Buffer.from(latin1, 'latin1').toString('utf8'));
}

/** Creates a temporary folder that only this user may enter, and the path of a file in it. */
export async function makePrivateFolder(): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  return { folder, path: join(folder, 'file.csv') };
}

/** Removes a folder and its content, if it exists. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Removes temporary folders left behind by killed processes. Ages are those of the file system's clock, not of this machine's. */
export async function removeStaleFolders(): Promise<void> {
  const { folder: newest } = await makePrivateFolder();
  const { mtimeMs: now } = await stat(newest);
  await removeFolder(newest);
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > STALE_AFTER_MS) await removeFolder(folder).catch(() => undefined);
  }
}
