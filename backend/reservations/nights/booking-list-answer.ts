import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { decompress, type GzipPiece, gzipPiece, joinGzip } from '../../platform/http/joined-gzip.js';
import type { NightSegment } from './night-segments.js';

const compress = promisify(brotliCompress);
const BROTLI_QUALITY = 5;
/** What has stood for so long is likely to stand on, and worth being compressed better. */
const STEADY_MS = 1_000;

const [OPENING, COMMA, CLOSING] = (await Promise.all(['[', ',', ']'].map(gzipPiece))) as [
  GzipPiece,
  GzipPiece,
  GzipPiece,
];

/** A list as gzip of its records, which lie in pieces one behind the other. */
export function gzipList(pieces: readonly GzipPiece[]): Buffer {
  const parted = pieces.flatMap((piece) => [COMMA, piece]);
  return joinGzip([OPENING, ...parted.slice(1), CLOSING]);
}

/** The list of a range of days in every encoding that a client may ask for. */
export class BookingListAnswer {
  readonly gzip: Buffer;
  /** How much memory it takes at most, with a brotli that is no larger than the gzip. */
  readonly bytes: number;
  private better: Buffer | null = null;
  private improving: Promise<void> | null = null;
  private readonly madeAt = performance.now();

  constructor(readonly segments: readonly NightSegment[]) {
    this.gzip = gzipList(segments.flatMap(({ piece }) => piece ?? []));
    this.bytes = 2 * this.gzip.length + segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The list as brotli, once there is one: that is made beside, when a list is asked for that has stood for a while. */
  get brotli(): Buffer | null {
    if (performance.now() - this.madeAt > STEADY_MS) this.improving ??= this.improve();
    return this.better;
  }

  private async improve(): Promise<void> {
    const plain = await decompress(this.gzip);
    this.better = await compress(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    });
  }
}
