import { gunzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gzipPiece, joinGzip } from '#backend/platform/http/joined-gzip.js';
import { runs } from '#tests/support/trial-size.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', ',', '[', '予約', '\u{1F600}'),
  // Longer than the window and than a block.
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 50 }), fc.integer({ min: 1, max: 5_000 }))
    .map(([part, times]) => part.repeat(times)),
);

it('pieces joined in any number and order are one gzip stream of their texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 12 }), async (texts) => {
      const joined = joinGzip(await Promise.all(texts.map(gzipPiece)));
      // What is read holds the checksum and the length against the trailer.
      expect(gunzipSync(joined).equals(Buffer.from(texts.join('')))).toBe(true);
    }),
    { numRuns: runs(200) },
  );
});

it('a piece can be in many streams, and in one more than once', async () => {
  const [one, other] = await Promise.all(['一つ', 'もう一つ'].map(gzipPiece));
  if (!one || !other) throw new Error('no pieces');
  expect(gunzipSync(joinGzip([one, other, one])).toString()).toBe('一つもう一つ一つ');
  expect(gunzipSync(joinGzip([other])).toString()).toBe('もう一つ');
});
