import { Button } from '@blueprintjs/core';
import { closureReason } from '@domain/room/room-closure.js';
import { clockText } from '../../shared/clock-text.js';
import { hotelAtom } from '../../shared/hotel.js';
import { useValue } from '../../shared/store.js';
import { areTentativeUnknownAtom, askAboutTentative, tentativeStaysAtom } from './tentative.js';

/** Each 仮予約 of the hotel on one line, the next to end first; nothing while there is none. */
export function TentativeCount() {
  const stays = useValue(tentativeStaysAtom);
  const areUnknown = useValue(areTentativeUnknownAtom);
  const zone = useValue(hotelAtom)?.timezone;
  if ((stays.length === 0 && !areUnknown) || !zone) return null;
  return (
    <section className="tentative-count row" aria-label="仮予約">
      <span>{areUnknown ? '仮予約 –' : `仮予約 ${stays.length}件`}</span>
      {stays.map((stay) => (
        <Button
          key={stay.id}
          size="small"
          variant="minimal"
          text={`${stay.roomNumber} ${closureReason(stay)} ${clockText(stay.tentative.until, zone)}まで`}
          onClick={() => askAboutTentative(stay.id)}
        />
      ))}
    </section>
  );
}
