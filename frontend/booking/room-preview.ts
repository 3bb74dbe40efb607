import type { Stay } from '@domain/dates.js';
import type { ProposedMoves, ProposedRoom } from '@wire/room-proposals.js';
import { atom } from 'jotai';
import { family } from '../shared/family.js';
import { firstCandidateAtom } from './form.js';

/** Nights of a room in a proposal: whose guests leave it, who come to it, where the party itself would stay. */
export type PreviewMark = {
  roomNumber: string;
  stay: Stay;
  kind: 'leaves' | 'comes' | 'wanted';
  text: string;
};

/** The proposal that is looked at, as the calendar shows it. */
export const previewAtom = atom<readonly PreviewMark[]>([]);

/** The marks of one room's row; most have none. */
export const previewOfRoomAtom = family((roomNumber: string) =>
  atom((get) => {
    const marks = get(previewAtom).filter((mark) => mark.roomNumber === roomNumber);
    return marks.length > 0 ? marks : null;
  }),
);

/** The room to bring into sight: that of a proposal that is looked at, else the first that was found. */
export const roomInFocusAtom = atom((get) => get(previewAtom)[0]?.roomNumber ?? get(firstCandidateAtom));

const stayIn = ({ stay_start, stay_end }: ProposedRoom): Stay => ({ start: stay_start, end: stay_end });

function wanted(room: ProposedRoom): PreviewMark {
  return { roomNumber: room.room_number, stay: stayIn(room), kind: 'wanted', text: '宿泊' };
}

/** The marks of moves: the room that gets free first. */
export function marksOfMoves({ room, moves }: ProposedMoves): PreviewMark[] {
  const moved = moves.flatMap(({ from_room, to, guest_name_1 }): PreviewMark[] => [
    { roomNumber: from_room, stay: stayIn(to), kind: 'leaves', text: `→ ${to.room_number}` },
    { roomNumber: to.room_number, stay: stayIn(to), kind: 'comes', text: guest_name_1 },
  ]);
  return [wanted(room), ...moved];
}

/** The marks of a stay in two rooms. */
export function marksOfSplit(parts: readonly ProposedRoom[]): PreviewMark[] {
  return parts.map(wanted);
}
