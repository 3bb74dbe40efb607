import { stayRangeText } from '@domain/calendar/stay-text.js';
import type {
  ProposedMove,
  ProposedMoves,
  ProposedRoom,
  RoomProposals,
  RoomProposalsQuery,
} from '@wire/room-proposals.js';
import { atom } from 'jotai';
import { selectAtom } from 'jotai/utils';
import { changeBookings, fetchRoomProposals } from '../shared/api/booking-api.js';
import { withWriteOverlay } from '../shared/busy.js';
import { liveSession } from '../shared/live/live-session.js';
import { act } from '../shared/operations.js';
import { Resource } from '../shared/resource.js';
import { formAtom, searchResultAtom } from './form.js';
import { chooseRoom } from './form-actions.js';
import { actionsOf, editedId } from './form-mode.js';

const partyAtom = atom((get): RoomProposalsQuery | null => {
  const { search, mode, values } = get(formAtom);
  if (search === null || get(searchResultAtom)?.candidates.length !== 0) return null;
  if (!actionsOf(mode).edit || values.roomMoveLock === 1) return null;
  return {
    stay_start: search.stay.start,
    stay_end: search.stay.end,
    mens_count: search.mensCount,
    womens_count: search.womensCount,
    smoking_status: search.smokingStatus,
    corporateID: values.corporateId,
    booking_id: editedId(mode) ?? undefined,
  };
});

/** The party that no room is free for; null while there is none, or no room may be chosen. The same object while unchanged. */
export const soughtAtom = selectAtom(
  partyAtom,
  (party) => party,
  (a, b) => JSON.stringify(a) === JSON.stringify(b),
);

/** Id of the button of the first proposal. */
export const FIRST_PROPOSAL = 'first-room-proposal';

/** Proposals for a party that no room is free for; why they could not be read is only logged (spec 8). */
export const roomProposals = new Resource<RoomProposalsQuery, RoomProposals>(
  'room proposals',
  fetchRoomProposals,
);

/** Moves the bookings, all or none, and chooses the room that is free then; false when that was refused. */
export async function applyMoves({ room, moves }: ProposedMoves): Promise<boolean> {
  const changes = moves.map(({ id, version, to }) => ({
    action: 'amend' as const,
    id,
    version,
    booking: { room_id: to.room_id },
  }));
  const vacant = { room_id: room.room_id, stay_start: room.stay_start, stay_end: room.stay_end };
  const what = { text: appliedText(moves), ids: moves.map(({ id }) => id) };
  const answer = await act(what, (guards) => withWriteOverlay(() => changeBookings(changes, guards, vacant)));
  if (answer === null) return false;
  for (const booking of answer.bookings) await liveSession.applyOwnWrite(booking);
  chooseRoom(room.room_number);
  return true;
}

/** Returns the nights of a room that would be had, as `11/21(土)～11/23(月)`. */
export function nightsText({ stay_start, stay_end }: ProposedRoom): string {
  return stayRangeText({ start: stay_start, end: stay_end });
}

/** A move as `1003 → 1005 田中 一郎 11/21(土)～11/23(月)`. */
export function moveText({ from_room, to, guest_name_1 }: ProposedMove): string {
  return `${from_room} → ${to.room_number} ${guest_name_1} ${nightsText(to)}`;
}

/** The text of the operation for staff. */
function appliedText(moves: readonly ProposedMove[]): string {
  const [first] = moves;
  const others = moves.length > 1 ? ` ほか${moves.length - 1}件` : '';
  return first
    ? `${first.from_room} → ${first.to.room_number} ${first.guest_name_1}${others} 部屋を移動`
    : '';
}
