import { readPartyText } from '@domain/cells/party.js';
import { readRoomCount, readRooms } from '@domain/cells/rooms.js';
import { roomNumbersOf } from '@domain/cells/values.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { expect, test } from '@jest/globals';
import { aRoomMonth } from '#tests/support/builders.js';

test.each([
  ['男1女1', [1, 1, 0, 0]],
  ['男2', [2, 0, 0, 0]],
  ['女２', [0, 2, 0, 0]],
  ['女性1名', [0, 1, 0, 0]],
  ['男性2名、女性1名様', [2, 1, 0, 0]],
  ['男:1 女:0', [1, 0, 0, 0]],
  ['大人2・小人1', [0, 0, 1, 2]],
  ['大2子1', [0, 0, 1, 2]],
  ['2名(男1 女1)', [1, 1, 0, 0]],
  ['3名（男1女1子供1）', [1, 1, 1, 0]],
  ['女', [0, 1, 0, 0]],
  ['大人男1', [1, 0, 0, 0]],
  ['計3名(男2女1)', [2, 1, 0, 0]],
  ['合計３名様（大人２名・子供１名）', [0, 0, 1, 2]],
  ['男二名 女一名', [2, 1, 0, 0]],
  ['大人二名小人一名', [0, 0, 1, 2]],
  ['2A1C', [0, 0, 1, 2]],
  ['2A', [0, 0, 0, 2]],
  ['2 Adults, 1 Child', [0, 0, 1, 2]],
  ['2ADT/1INF', [0, 0, 1, 2]],
  ['1男1女', [1, 1, 0, 0]],
  ['1名男', [1, 0, 0, 0]],
  ['メンズ1 レディース2', [1, 2, 0, 0]],
  ['M2F1', [2, 1, 0, 0]],
])('the party in %s', (cell, [men, women, children, adults]) => {
  expect(readPartyText(cell)).toEqual({ men, women, children, adults });
});

test.each(['', '2', '2名', '3名(男1女1)', '計4名(2A1C)', '2X', '1男様2', '男女', '山田1', '男1様女'])(
  'no party is in %j',
  (cell) => {
    expect(readPartyText(cell)).toBeNull();
  },
);

const rooms = roomNumbersOf(
  roomDirectory(['101', '102', '0301'].map((roomNumber, id) => aRoomMonth({ id: id + 1, roomNumber }))),
);

test.each([
  ['101', ['101']],
  ['101,102', ['101', '102']],
  ['101・102', ['101', '102']],
  ['101/102', ['101', '102']],
  ['１０１、１０２号室', ['101', '102']],
  ['101 102', ['101', '102']],
  ['101と301', ['101', '0301']],
  ['101,101', ['101']],
  ['101 ツイン', ['101']],
  ['101,999', []],
  ['', []],
])('the rooms in %j', (cell, found) => {
  expect(readRooms(cell, rooms)).toEqual(found);
});

test.each([
  ['2', 2],
  ['３', 3],
  ['2室', 2],
  ['2部屋', 2],
  ['', 1],
  ['0', null],
  ['二', 2],
  ['三部屋', 3],
  ['二十一', null],
  ['二山', null],
  ['21', null],
])('the number of rooms in %j', (cell, count) => {
  expect(readRoomCount(cell)).toBe(count);
});
