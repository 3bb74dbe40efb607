import { countText } from '@domain/calendar/stay-text.js';
import { instantText } from '@wire/value-texts.js';
import { atom } from 'jotai';
import type { Moment } from '../../shared/calendar-data/past.js';
import { pastAtom } from '../../shared/calendar-data/past.js';
import { hotelAtom } from '../../shared/hotel.js';

/** A log position as `記録番号 8,123`. */
export function positionText(position: number): string {
  return `記録番号 ${countText(position)}`;
}

/** The instant of a moment by the hotel's clock, as `2026-11-20 14:03:12`; before the first event it has none. */
export function momentText({ recordedAt }: Moment, zone: string): string {
  return recordedAt === null ? '最初の記録より前' : instantText(recordedAt, zone).replaceAll('/', '-');
}

/** A moment as it is read out: `2026年11月20日 14時3分12秒、記録番号 8,123`. */
export function spokenMoment(moment: Moment, zone: string): string {
  const text = momentText(moment, zone);
  const [, year, month, date, hour, minute, second] =
    /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)$/.exec(text)?.map(Number) ?? [];
  const words = second === undefined ? text : `${year}年${month}月${date}日 ${hour}時${minute}分${second}秒`;
  return `${words}、${positionText(moment.position)}`;
}

/** Text of the moment of the past that is shown; null in the present. */
export const pastMarkAtom = atom((get): string | null => {
  const past = get(pastAtom);
  const zone = get(hotelAtom)?.timezone;
  if (!past || zone === undefined) return null;
  return `過去の表示: ${momentText(past, zone)} 時点(${positionText(past.position)})`;
});
