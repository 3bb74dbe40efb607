import { atom } from 'jotai';
import { pastAtom } from '../../shared/calendar-data/past.js';
import { hotelAtom } from '../../shared/hotel.js';
import { pastMark } from './moment-text.js';

/** What marks the moment of the past that is shown; null in the present. */
export const pastMarkAtom = atom((get): string | null => {
  const past = get(pastAtom);
  const zone = get(hotelAtom)?.timezone;
  return past && zone !== undefined ? pastMark(past, zone) : null;
});
