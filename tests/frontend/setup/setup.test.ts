import { day } from '@domain/dates.js';
import { plannedRoom } from '@domain/room/room-text.js';
import { describe, expect, it } from '@jest/globals';
import { readOldFigures } from '#frontend/setup/old-figures.js';
import { EMPTY_PLAN, floorPlan, paintRooms, planDraft, roomsOf } from '#frontend/setup/room-plan.js';

describe('a plan of rooms', () => {
  const known = [plannedRoom({ roomNumber: '101', roomType: 'ツイン' })];
  const numbersOf = (draft: Parameters<typeof roomsOf>[0]) =>
    roomsOf(draft)
      .rooms.map(({ roomNumber }) => roomNumber)
      .join(' ');

  it('has the rooms that there are and those of the text, painted over whatever the text becomes', () => {
    let draft = paintRooms(planDraft({ ...EMPTY_PLAN, text: '1〜2階、01〜03' }, known), ['103', '201'], {
      smokingStatus: '喫煙',
    });
    draft = paintRooms(draft, ['201'], { roomType: '倉庫' });
    draft = { ...draft, text: '1〜3階、01〜03' };
    expect(numbersOf(draft)).toBe('301 302 303 201 202 203 101 102 103');
    expect(roomsOf(draft).rooms.find(({ roomNumber }) => roomNumber === '201')).toMatchObject({
      ...{ roomType: '倉庫', reservableStatus: '予約不可', smokingStatus: '喫煙' },
    });
    const again = roomsOf(paintRooms(draft, ['201'], { roomType: 'ダブル' })).rooms;
    expect(again.find(({ roomNumber }) => roomNumber === '201')?.reservableStatus).toBe('予約可能');
  });

  it('leaves out planned rooms, but none that there are', () => {
    const draft = paintRooms(
      planDraft({ ...EMPTY_PLAN, text: '102・103' }, known),
      ['101', '103'],
      'leave-out',
    );
    expect(numbersOf(draft)).toBe('101 102');
  });

  it('keeps the rooms that there are while the text is wrong', () => {
    const { rooms, faults } = roomsOf(planDraft({ ...EMPTY_PLAN, text: '2階、本館' }, known));
    expect([rooms.length, faults.length]).toEqual([1, 1]);
  });

  it('lies floor by floor, numbers without a floor last', () => {
    const text = '2〜3階、01・05、桜、別館1〜別館8';
    const { rows, places } = floorPlan(roomsOf(planDraft({ ...EMPTY_PLAN, text }, known)).rooms);
    const cellsOf = (cells: (typeof rows)[number]['cells']) => cells.map((room) => room?.roomNumber ?? '-');
    expect(rows.map(({ floor, cells }) => `${floor}: ${cellsOf(cells)}`)).toEqual([
      '3: 301,305',
      '2: 201,205',
      '1: 101,-',
      'null: 桜,別館1,別館2,別館3,別館4,別館5,別館6,別館7',
      'null: 別館8',
    ]);
    expect(places).toEqual(['01', '05']);
  });

  it('has a room once, however the text spells it', () => {
    const named = known.map((room) => ({ ...room, roomNumber: 'A-01' }));
    expect(numbersOf(planDraft({ ...EMPTY_PLAN, text: 'ａ‐０１、A-02' }, named))).toBe('A-01 A-02');
  });
});

describe('the figures of the old system', () => {
  const today = day('2026-11-24');
  const read = (text: string) =>
    readOldFigures(text, today).figures.map(({ date, rooms, nights }) => `${date} ${rooms} ${nights}`);

  it.each([
    ['11/24\t117\t42\n11/25(水)\t117室\t1,042泊', ['2026-11-24 117 42', '2026-11-25 117 1042']],
    ['2026/11/24\t42\n\n１１月２５日\t３８', ['2026-11-24 null 42', '2026-11-25 null 38']],
    ['日付\t稼働\t総室数\n11/24\t42\t117', ['2026-11-24 117 42']],
    ['日付\t予約数\t備考\n1/3\t7\t満', ['2027-01-03 null 7']],
    ['11/24\t117\t-', ['2026-11-24 117 null']],
  ])('%j', (text, expected) => expect(read(text)).toEqual(expected));

  it.each([
    ['11/24\t117\t42\n明けて\t1\t1', '2行目の1列目: 「明けて」が日付として読み取れません。'],
    ['11/24\t百\t42', '1行目の2列目: 「百」が数字として読み取れません。'],
    ['11/24\t1\t2\n2026-11-24\t1\t2', '2行目: 2026-11-24は2回あります。'],
    ['11/31\t1\t2', '1行目の1列目: 「11/31」が日付として読み取れません。'],
  ])('%j is refused in words', (text, message) => {
    const { figures, faults } = readOldFigures(text, today);
    expect(figures).toEqual([]);
    expect(faults.map((fault) => fault.message)).toEqual([message]);
  });
});
