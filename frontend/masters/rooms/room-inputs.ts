/** The element id of the list of room types that are proposed. */
export const ROOM_TYPES_ID = 'room-types';
export const LONGEST_TEXT = 50;
