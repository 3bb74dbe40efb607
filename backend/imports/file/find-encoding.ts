import { createReadStream } from 'node:fs';

/** The encodings that the channel manager's files come in; shift_jis is what WHATWG calls CP932. */
const ENCODINGS = ['utf-8', 'shift_jis'] as const;
export type FileEncoding = (typeof ENCODINGS)[number];

/** The text of a file in pieces, without a byte order mark; fails with a TypeError where the bytes mean nothing. */
export async function* decodedFile(path: string, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const bytes of createReadStream(path)) yield decoder.decode(bytes as Buffer, { stream: true });
  yield decoder.decode();
}

async function isIn(encoding: FileEncoding, path: string): Promise<boolean> {
  try {
    for await (const _text of decodedFile(path, encoding));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}

/** The encoding of a file, read in pieces: strict UTF-8, else CP932; null when it is in neither. */
export async function findEncoding(path: string): Promise<FileEncoding | null> {
  for (const encoding of ENCODINGS) if (await isIn(encoding, path)) return encoding;
  return null;
}
