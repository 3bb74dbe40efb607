import type { RoomMonth } from '@domain/room/room-month.js';
import type { RoomSearchRequest } from '@domain/room/room-search.js';

/** The sentences of spec 5 and contract 3, one after the other, for one night's room-month. */
export function mayTake(room: RoomMonth | undefined, request: Omit<RoomSearchRequest, 'stay'>): boolean {
  if (room === undefined) return false;
  const { mensCount: men, womensCount: women, smokingStatus, corporate } = request;
  const guests = men + women;
  // "The candidate room must not be 予約不可 in any month of the stay." 倉庫 is always 予約不可.
  if (room.reservableStatus === '予約不可' || room.roomType === '倉庫') return false;
  // "Non-corporate guests get no corporate rooms."
  if (!corporate && room.corporate) return false;
  const genderMatches = room.priority !== (men ? '女性' : '男性');
  const smokingMatches = room.smokingStatus === smokingStatus;
  if (guests === 1 && smokingStatus !== '喫煙') {
    // "For a corporate guest whose corporate flag is 1, non-smoking single guests need a corporate-flag room
    // whose gender priority matches. Otherwise one single guest needs a matching gender priority and the same
    // smoking status."
    if (corporate?.corporateFlag) {
      if (!room.corporate || !genderMatches) return false;
    } else if (!genderMatches || !smokingMatches) return false;
  } else if (!smokingMatches) return false; // "Two guests, or smoking, require only a smoking match."
  switch (`${men}+${women}`) {
    case '1+1':
    case '0+2':
      // "One man plus one woman, or two women, get twin rooms. This includes room 916."
      return room.roomType === 'ツイン' || room.roomNumber === '916';
    case '2+0':
      // "Two men get twin rooms other than 916."
      return room.roomType === 'ツイン' && room.roomNumber !== '916';
    default:
      // "One guest gets non-twin rooms only."
      return room.roomType !== 'ツイン';
  }
}
