import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findEncoding } from '../../../backend/imports/channel-file.js';
import { encodeCp932 } from '../../support/cp932.js';
import { temporaryFolder } from '../../support/temporary-file.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeAll(() => {
  folder = temporaryFolder();
});

afterAll(() => folder.remove());

describe('the encoding of a file', () => {
  it.each<[string, Uint8Array, string | null]>([
    ['plain letters', Buffer.from('abc'), 'utf-8'],
    ['UTF-8', Buffer.from('髙橋'), 'utf-8'],
    ['UTF-8 that could be CP932', Buffer.from('表'), 'utf-8'],
    ['a byte order mark and UTF-8', Buffer.from('\uFEFF表'), 'utf-8'],
    ['CP932', encodeCp932('髙﨑①～表ソｿ'), 'shift_jis'],
    ['a lone first byte', Buffer.from([0x95]), null],
    ['bytes that mean nothing', Buffer.from([0xa1, 0xff]), null],
  ])('of %s is %s', async (_what, bytes, encoding) => {
    expect(await findEncoding(folder.write(bytes))).toBe(encoding);
  });

  it.each([65_534, 65_535, 65_536])(
    'is found where a piece ends, at %i bytes, within a character',
    async (length) => {
      const start = 'x'.repeat(length);
      const long = '表ソ'.repeat(50_000);
      expect(await findEncoding(folder.write(Buffer.from(start + long)))).toBe('utf-8');
      expect(await findEncoding(folder.write(encodeCp932(start + long)))).toBe('shift_jis');
    },
  );

  it('is judged by its very last byte', async () => {
    const long = Buffer.from('表ソ'.repeat(50_000));
    expect(await findEncoding(folder.write(Buffer.concat([long, Buffer.from([0xff])])))).toBeNull();
  });
});
