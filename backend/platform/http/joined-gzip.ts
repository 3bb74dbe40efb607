import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, gunzip } from 'node:zlib';

const deflate = promisify(deflateRaw);

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block of a deflate stream. */
const END = Buffer.from([0x03, 0x00]);
const TRAILER_BYTES = 8;

/** A text compressed on its own, to be joined with others into one gzip stream. */
export type GzipPiece = {
  /** Deflate blocks that end at a byte boundary, none of them the last of a stream. */
  blocks: Buffer;
  length: number;
  crc: number;
  /** The factor by which this piece changes the CRC-32 of what precedes it. */
  shift: number;
};

/** Decompresses a gzip stream off the event loop. */
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
  trailer.writeUInt32LE(pieces.reduce((crc, piece) => crc32Joined(crc, piece), 0));
  trailer.writeUInt32LE(pieces.reduce((length, piece) => length + piece.length, 0) % 2 ** 32, 4);
  return Buffer.concat([HEADER, ...pieces.map(({ blocks }) => blocks), END, trailer]);
}

// Does what zlib's crc32_combine does, which Node does not offer: CRC-32 as arithmetic of polynomials over GF(2), bits reflected.
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X = 0x40000000;

/** The product of two polynomials modulo CRC-32's. */
function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** x to the power of the number of bits in so many bytes, by repeated squaring. */
function shiftOver(bytes: number): number {
  let shift = ONE;
  let square = X;
  for (let bits = bytes * 8; bits > 0; bits = Math.floor(bits / 2)) {
    if (bits % 2 === 1) shift = product(square, shift);
    square = product(square, square);
  }
  return shift;
}

/** The CRC-32 of a text with this CRC-32 and a piece behind it. */
function crc32Joined(crc: number, piece: GzipPiece): number {
  return (product(piece.shift, crc) ^ piece.crc) >>> 0;
}
