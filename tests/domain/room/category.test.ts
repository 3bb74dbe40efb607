import { CATEGORIES, categoryOf } from '@domain/room/category.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomMonth } from '../../support/builders.js';

describe('category of a room-month (contract 3)', () => {
  it.each([
    [{}, 'normal_non_smoking'],
    [{ priority: '男性' }, 'normal_non_smoking'],
    [{ smokingStatus: '喫煙' }, 'normal_smoking'],
    [{ priority: '女性' }, 'women_non_smoking'],
    [{ priority: '女性', smokingStatus: '喫煙' }, 'normal_smoking'],
    [{ roomType: 'ツイン' }, 'twin_non_smoking'],
    [{ roomType: 'ツイン', smokingStatus: '喫煙' }, 'twin_smoking'],
    [{ roomType: 'ツイン', priority: '女性' }, 'twin_non_smoking'],
    [{ corporate: 1 }, 'corporate_non_smoking'],
    [{ corporate: 1, smokingStatus: '喫煙' }, 'corporate_smoking'],
    [{ corporate: 1, roomType: 'ツイン' }, 'corporate_non_smoking'],
    [{ corporate: 1, priority: '女性' }, 'corporate_non_smoking'],
    [{ roomType: 'ダブル' }, 'normal_non_smoking'],
    [{ roomType: 'デラックス' }, 'normal_non_smoking'],
    [{ reservableStatus: '予約不可' }, null],
    [{ reservableStatus: '予約不可', corporate: 1 }, null],
    [{ roomType: '倉庫', reservableStatus: '予約不可' }, null],
    [{ roomType: '倉庫' }, null],
  ] as const)('of %j is %s', (details, category) => {
    expect(categoryOf(aRoomMonth(details))).toBe(category);
  });

  it('has the order of the count rows', () => {
    expect(CATEGORIES).toEqual([
      'normal_non_smoking',
      'normal_smoking',
      'women_non_smoking',
      'twin_smoking',
      'twin_non_smoking',
      'corporate_smoking',
      'corporate_non_smoking',
    ]);
  });
});
