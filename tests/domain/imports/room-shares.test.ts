import { shareRooms } from '@domain/imports/channel-reservation.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ChannelRow, channelReservation } from '../../support/channel-file.js';

const roomsOf = (cells: Partial<ChannelRow>) =>
  channelReservation({ 合計料金: '', ...cells }).rooms.map(
    ({ mensCount, womensCount, fault }) => `${mensCount}+${womensCount}${fault ?? ''}`,
  );

describe('the guests of the rooms', () => {
  it.each([
    ['1', '1', '0', ['1+0']],
    ['', '1', '1', ['1+1']],
    ['２', '２', '', ['1+0', '1+0']],
    ['2', '3', '1', ['2+0', '1+1']],
    ['2', '1', '3', ['1+1', '0+2']],
    ['3', '1', '3', ['1+1', '0+1', '0+1']],
    ['3', '2', '3', ['1+1', '1+1', '0+1']],
    ['2', '1', '0', ['1+0', '0+0必須項目欠落']],
    ['2', '0', '1', ['0+1', '0+0必須項目欠落']],
    ['1', '3', '1', ['3+1定員超過']],
    ['2', '5', '0', ['3+0定員超過', '2+0']],
    ['1', '0', '0', ['0+0必須項目欠落']],
  ])('%s rooms with %s men and %s women are %j', (count, men, women, rooms) => {
    expect(roomsOf({ 部屋数: count, 男性人数: men, 女性人数: women })).toEqual(rooms);
  });

  it.each([
    ['レディースシングル', '0', '0', ['0+2']],
    ['ﾚﾃﾞｨｰｽ禁煙', '', '', ['0+2']],
    ['女性専用', '0', '', ['0+2']],
    ['禁煙シングル', '0', '0', ['0+0必須項目欠落']],
    ['レディースシングル', '1', '0', ['1+0']],
    ['レディースシングル', 'x', '0', ['0+0必須項目欠落']],
  ])('in 「%s」 with %s men and %s women of 2 adults are %j', (name, men, women, rooms) => {
    expect(roomsOf({ 部屋名称: name, 男性人数: men, 女性人数: women, 大人人数: '2' })).toEqual(rooms);
  });

  it('are the fault of their room alone', () => {
    expect(channelReservation({ 部屋数: '2', 男性人数: '1' }).fault).toBeNull();
    expect(channelReservation({ 男性人数: '3' }).fault).toBeNull();
  });
});

describe('the money of the rooms', () => {
  it('is shared evenly, the remainder first', () => {
    const { rooms } = channelReservation({ 部屋数: '3', 男性人数: '3', 合計料金: '10,001', ポイント: '500' });
    expect(rooms.map(({ totalFee, usedPoints }) => [totalFee, usedPoints])).toEqual([
      [3334, 167],
      [3334, 167],
      [3333, 166],
    ]);
  });
});

describe('shares of any reservation', () => {
  const whole = fc.record({
    rooms: fc.integer({ min: 1, max: 20 }),
    men: fc.nat(60),
    women: fc.nat(60),
    totalFee: fc.nat(99_999_999),
    usedPoints: fc.nat(99_999_999),
  });
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);

  it('add up, and no room has more than one more than another', () => {
    fc.assert(
      fc.property(whole, (reservation) => {
        const rooms = shareRooms(reservation);
        expect(rooms).toHaveLength(reservation.rooms);
        expect(sum(rooms.map(({ mensCount }) => mensCount))).toBe(reservation.men);
        expect(sum(rooms.map(({ womensCount }) => womensCount))).toBe(reservation.women);
        expect(sum(rooms.map(({ totalFee }) => totalFee))).toBe(reservation.totalFee);
        expect(sum(rooms.map(({ usedPoints }) => usedPoints))).toBe(reservation.usedPoints);
        for (const part of [
          rooms.map(({ mensCount, womensCount }) => mensCount + womensCount),
          rooms.map(({ totalFee }) => totalFee),
          rooms.map(({ usedPoints }) => usedPoints),
        ]) {
          expect(spread(part)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
