import { MAX_NAME } from '../limits.js';
import { cut, oneLine, wideKana } from './channel-text.js';

const MARK = /【[^【】]*】/g;
const MIN_NAME = 2;

/** A name without the marks that the booking sites put into it, and those marks. */
type ChannelName = { name: string; marks: string[]; isTooLong: boolean };

/** Reads a name or its kana: marks such as 【精算不要】 apart, half-width katakana in full width. */
function readName(cell: string): ChannelName {
  const text = wideKana(oneLine(cell));
  const whole = oneLine(text.replace(MARK, ' '));
  const name = cut(whole, MAX_NAME);
  return { name, marks: text.match(MARK) ?? [], isTooLong: name !== whole };
}

/** Whether a name is too short for a booking (spec 5). */
function isShortName(name: string): boolean {
  return [...name].length < MIN_NAME;
}

type NameCells = Record<'guest' | 'guestKana' | 'member' | 'memberKana', string>;

/** Who stays and who booked, which is the guest when no member is named. */
export function readPeople(cells: NameCells) {
  const guest = readName(cells.guest);
  const guestKana = readName(cells.guestKana);
  const member = readName(cells.member);
  const memberKana = readName(cells.memberKana);
  const isGuest = member.name === '' || member.name === guest.name;
  const names = [guest, guestKana, member, memberKana];
  return {
    guestName1: guest.name,
    guestName1Kana: guestKana.name,
    reserverName: member.name || guest.name,
    reserverNameKana: memberKana.name || (isGuest ? guestKana.name : ''),
    marks: [...new Set(names.flatMap(({ marks }) => marks))],
    areFit:
      !names.some(({ isTooLong }) => isTooLong) && ![guest.name, member.name || guest.name].some(isShortName),
  };
}
