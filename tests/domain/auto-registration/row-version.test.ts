import { compareVersions, type RowVersion } from '@domain/auto-registration/row-version.js';
import { describe, expect, it } from '@jest/globals';

const version = (details: Partial<RowVersion> = {}): RowVersion => ({
  revision: '2026-11-20T01:00:00.000Z',
  kind: '予約',
  ...details,
});
const sign = (a: Partial<RowVersion>, b: Partial<RowVersion>): number =>
  Math.sign(compareVersions(version(a), version(b)));

describe('the newer of two states of a reservation', () => {
  it('has the later revision, whatever its kind and however the instant is written', () => {
    expect(sign({ revision: '2026-11-20T01:00:01.000Z' }, { kind: 'キャンセル' })).toBe(1);
    expect(sign({ revision: '2026-11-20T00:59:59Z' }, {})).toBe(-1);
    expect(sign({ revision: '2026-11-20T01:00:00Z' }, {})).toBe(0);
  });

  it('is at the same instant the cancel before the change before the reservation', () => {
    expect(sign({ kind: 'キャンセル' }, { kind: '予約変更' })).toBe(1);
    expect(sign({ kind: '予約変更' }, {})).toBe(1);
  });
});
