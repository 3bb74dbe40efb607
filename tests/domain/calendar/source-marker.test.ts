import { sourceMarker } from '@domain/calendar/source-marker.js';
import {
  BOOKING_SOURCES,
  DEFAULT_BOOKING_SOURCE,
  DEFAULT_PURPOSE,
  PURPOSES,
} from '@domain/reservation/sources.js';
import { describe, expect, it } from '@jest/globals';

describe('marker of a booking source (spec 9)', () => {
  it.each([
    ['自社', '1', '①'],
    ['楽天', '2', '②'],
    ['電話', '3', '③'],
    ['企業(法人)', '4', '④'],
    ['訪問', '5', '⑤'],
    ['るるぶ', '6', '⑥'],
    ['宿泊時', '7', '⑦'],
    ['その他', '8', '⑧'],
    ['じゃらん', '9', '⑨'],
  ])('of %s is %s for one night and %s for more', (source, plain, circled) => {
    expect(sourceMarker(source, 1)).toBe(plain);
    expect(sourceMarker(source, 2)).toBe(circled);
    expect(sourceMarker(source, 30)).toBe(circled);
  });

  it('is empty for a source that is none', () => {
    expect(sourceMarker('', 1)).toBe('');
    expect(sourceMarker('自社 ', 2)).toBe('');
  });

  it('covers every source, and the defaults are among the choices', () => {
    expect(BOOKING_SOURCES).toHaveLength(9);
    expect(DEFAULT_BOOKING_SOURCE).toBe('自社');
    expect(DEFAULT_PURPOSE).toBe('出張');
    expect(PURPOSES).toEqual(['出張', '観光', '帰省', '受験', '冠婚葬祭', 'イベント', 'その他', '']);
  });
});
