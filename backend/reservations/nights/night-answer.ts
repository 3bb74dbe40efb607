import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip } from 'node:zlib';
import { type GzipPiece, gzipPiece, joinGzip } from '../../platform/http/joined-gzip.js';
import type { NightSegment } from './night-segments.js';

const compress = promisify(brotliCompress);
const decompress = promisify(gunzip);
const BROTLI_QUALITY = 5;
/** What has stood for so long is likely to stand on, and worth being compressed better. */
const STEADY_MS = 1_000;

const [OPENING, COMMA, CLOSING] = (await Promise.all(['[', ',', ']'].map(gzipPiece))) as [
  GzipPiece,
  GzipPiece,
  GzipPiece,
];

function listOf(segments: readonly NightSegment[]): Buffer {
  const pieces = segments.flatMap(({ piece }) => (piece ? [COMMA, piece] : []));
  return joinGzip([OPENING, ...pieces.slice(1), CLOSING]);
}

/** The list of a range of days in every encoding that a client may ask for. */
export class NightAnswer {
  readonly gzip: Buffer;
  /** How much memory it takes at most, with a brotli that is no larger than the gzip. */
  readonly bytes: number;
  private better: Buffer | null = null;
  private improving: Promise<void> | null = null;
  private readonly madeAt = performance.now();

  constructor(readonly segments: readonly NightSegment[]) {
    this.gzip = listOf(segments);
    this.bytes = 2 * this.gzip.length + segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The list as brotli, once there is one: that is made beside, when a list is asked for that has stood for a while. */
  get brotli(): Buffer | null {
    if (performance.now() - this.madeAt > STEADY_MS) this.improving ??= this.improve();
    return this.better;
  }

  /** The list as it is. */
  plain(): Promise<Buffer> {
    return decompress(this.gzip);
  }

  private async improve(): Promise<void> {
    const plain = await this.plain();
    this.better = await compress(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    });
  }
}
