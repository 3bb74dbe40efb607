import './tentative.css';
import { Button } from '@blueprintjs/core';
import { closureReason } from '@domain/room/room-closure.js';
import { roomText } from '@domain/room/room-number.js';
import { useEffect } from 'react';
import { timeText } from '../../shared/clock-text.js';
import { hotelAtom } from '../../shared/hotel.js';
import { useMay } from '../../shared/session-staff.js';
import { useValue, useWrite } from '../../shared/store.js';
import {
  askAboutTentative,
  endingSoonAtom,
  followTentativeStays,
  releasedAtom,
  restoreReleased,
  type TentativeStay,
} from './tentative.js';

const SHOWN_MS = 20_000;

/** Says of a 仮予約 whose end is near, with the way to it. */
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

/** Offers to take back the release that was made here last. */
function Released({ stay }: { stay: TentativeStay }) {
  const forget = useWrite(releasedAtom);
  useEffect(() => {
    const timer = setTimeout(() => forget(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [forget]);
  return (
    <p>
      <span>{`仮予約を解放しました: ${roomText(stay.roomNumber)} ${closureReason(stay)}`}</span>
      <Button size="small" text="元に戻す" onClick={() => void restoreReleased()} />
    </p>
  );
}

/** Quiet lines at the head of every screen: each 仮予約 that ends within 30 minutes, and one that was just released here. */
export function TentativeNotices() {
  const soon = useValue(endingSoonAtom);
  const released = useValue(releasedAtom);
  useEffect(followTentativeStays, []);
  return (
    <div className="tentative-notices" role="status">
      {soon.map((stay) => (
        <EndingSoon key={stay.id} stay={stay} />
      ))}
      {released && <Released key={released.version} stay={released} />}
    </div>
  );
}
