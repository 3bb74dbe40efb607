import { hotelAtom } from '../shared/hotel.js';
import { connectionAtom } from '../shared/live/connection.js';
import { useValue } from '../shared/store.js';

/** 接続中 or 再接続中 and since when, by the hotel's clock. */
export function ConnectionState() {
  const { connected, since } = useValue(connectionAtom);
  const timeZone = useValue(hotelAtom)?.timezone;
  const time = since.toLocaleTimeString('ja-JP', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (
    <span className="connection" role="status" data-connected={connected}>
      <span className="connection-dot" aria-hidden="true" />
      {connected ? '接続中' : '再接続中'}
      {timeZone && <time dateTime={since.toISOString()}>{time}〜</time>}
    </span>
  );
}
