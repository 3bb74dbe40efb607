import './tentative.css';
import '../notices.css';
import { Button } from '@blueprintjs/core';
import { closureReason } from '@domain/room/room-closure.js';
import { roomText } from '@domain/room/room-number.js';
import { useEffect } from 'react';
import { timeText } from '../../shared/clock-text.js';
import { hotelAtom } from '../../shared/hotel.js';
import { useMay } from '../../shared/session-staff.js';
import { useValue } from '../../shared/store.js';
import { askAboutTentative, endingSoonAtom, followTentativeStays, type TentativeStay } from './tentative.js';

/** A 仮予約 whose end is near, with a button that opens it. */
function EndingSoon({ stay }: { stay: TentativeStay }) {
  const zone = useValue(hotelAtom)?.timezone;
  const isDesk = useMay('desk');
  const { id, roomNumber, tentative } = stay;
  const until = zone ? timeText(tentative.until, zone) : '';
  return (
    <p>
      <span>{`仮予約の期限がもうすぐです: ${roomText(roomNumber)} ${closureReason(stay)} ${until}まで`}</span>
      {isDesk && <Button size="small" text="開く" onClick={() => askAboutTentative(id)} />}
    </p>
  );
}

/** Quiet lines at the head of every screen: each 仮予約 that ends within 30 minutes. */
export function TentativeNotices() {
  const soon = useValue(endingSoonAtom);
  useEffect(followTentativeStays, []);
  return (
    <div className="booking-notices" role="status">
      {soon.map((stay) => (
        <EndingSoon key={stay.id} stay={stay} />
      ))}
    </div>
  );
}
