import { readPartyText } from '../cells/party.js';
import { readRoomCount } from '../cells/rooms.js';
import { readGender, readPeople } from '../cells/values.js';
import { labelled, oneLine } from '../imports/channel-cells.js';
import type { MoveInField } from './move-in-fields.js';
import type { RowCells } from './row-cells.js';

/** Men and women of a row, whether the file says how many they are, and its children as lines of the notes. */
export type PartyOfRow = {
  mensCount: number;
  womensCount: number;
  saysParty: boolean;
  children: readonly string[];
};

const PARTY_FIELDS = ['guests', 'mensCount', 'womensCount', 'partyText'] as const;

/** Children by their own columns, with what those are called. */
function readChildren(cells: RowCells): string[] {
  return cells.named('children').flatMap(({ header, cell }) => {
    const count = oneLine(cell);
    const isNone = readPeople(count) === 0 || /^[-ー―‐]$/.test(count);
    return isNone ? [] : [labelled(header || '子供', /^\d+$/.test(count) ? `${count}名` : count)];
  });
}

/** The parts of a party in a cell; men where adults are said without a gender. */
function readParts(
  cells: RowCells,
  field: 'partyText' | 'guests',
  party: ReturnType<typeof readPartyText>,
): PartyOfRow {
  const { men = 0, women = 0, children = 0, adults = 0 } = party ?? {};
  const isFemale = readGender(cells.one('gender')) === 'female';
  const said = { mensCount: men + (isFemale ? 0 : adults), womensCount: women + (isFemale ? adults : 0) };
  const sum = field === 'partyText' && cells.one('guests') !== '' ? readPeople(cells.one('guests')) : null;
  const isRight = sum === null || [men + women + adults, men + women + adults + children].includes(sum);
  if (party && !isRight) cells.fault('party_differs', field, `内訳と宿泊人数(${sum}名)が合いません。`);
  return { ...said, saysParty: true, children: children > 0 ? [labelled('子供', `${children}名`)] : [] };
}

/** Men and women: by their own columns, else by the parts or the number of people and the gender, men where nothing is said. */
export function readParty(cells: RowCells): PartyOfRow {
  const people = (field: MoveInField) => cells.read(field, readPeople, '人数') ?? 0;
  const children = readChildren(cells);
  const saysParty = PARTY_FIELDS.some((field) => cells.one(field) !== '');
  const men = cells.has('mensCount') ? people('mensCount') : 0;
  const women = cells.has('womensCount') ? people('womensCount') : 0;
  if (men + women > 0) return { mensCount: men, womensCount: women, saysParty, children };
  const parts = cells.one('partyText');
  if (parts !== '')
    return withChildren(
      readParts(cells, 'partyText', cells.read('partyText', readPartyText, '人数の内訳')),
      children,
    );
  const inGuests = readPeople(cells.one('guests')) === null ? readPartyText(cells.one('guests')) : null;
  if (inGuests) return withChildren(readParts(cells, 'guests', inGuests), children);
  const isAlone = !PARTY_FIELDS.some((field) => cells.has(field));
  const guests = isAlone
    ? Math.max(1, readRoomCount(cells.one('roomCount')) ?? 1)
    : cells.has('guests')
      ? people('guests')
      : 0;
  return readGender(cells.one('gender')) === 'female'
    ? { mensCount: 0, womensCount: guests, saysParty, children }
    : { mensCount: guests, womensCount: 0, saysParty, children };
}

const withChildren = (party: PartyOfRow, more: readonly string[]): PartyOfRow => ({
  ...party,
  children: [...party.children, ...more],
});
