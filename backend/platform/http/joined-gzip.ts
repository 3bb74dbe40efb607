import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, gunzip } from 'node:zlib';
import { crc32Joined, shiftOver } from './crc32-joined.js';

const deflate = promisify(deflateRaw);

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** The last block of a deflate stream, with nothing in it. */
const END = Buffer.from([0x03, 0x00]);
const TRAILER_BYTES = 8;

/** A text compressed on its own, to be put beside others into one gzip stream. */
export type GzipPiece = {
  /** Deflate blocks that end at a byte's edge and are not the last of a stream. */
  blocks: Buffer;
  /** Of the text: its length, its CRC-32, and what the CRC-32 of all before it is multiplied by. */
  length: number;
  crc: number;
  shift: number;
};

/** What a gzip stream holds, off the event loop. */
export const decompress = promisify(gunzip);

/** Compresses a text off the event loop. */
export async function gzipPiece(text: string): Promise<GzipPiece> {
  const bytes = Buffer.from(text);
  const blocks = await deflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  return { blocks, length: bytes.length, crc: crc32(bytes), shift: shiftOver(bytes.length) };
}

/** The gzip stream of all texts, one after the other; nothing is compressed again. */
export function joinGzip(pieces: readonly GzipPiece[]): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(pieces.reduce((crc, piece) => crc32Joined(crc, piece.crc, piece.shift), 0));
  trailer.writeUInt32LE(pieces.reduce((length, piece) => length + piece.length, 0) % 2 ** 32, 4);
  return Buffer.concat([HEADER, ...pieces.map(({ blocks }) => blocks), END, trailer]);
}
