import type { Activity } from '@wire/activity.js';
import { afterPaint } from '../ui/after-paint.js';
import type { LiveConnection, LiveListener } from './live-connection.js';

const RETRY_MS = 1_000;

/** Opens the socket with code that is fetched only now: the calendar is painted without it. */
export function openLiveLazily(listener: LiveListener): LiveConnection {
  let live: LiveConnection | null = null;
  let own: Activity | null = null;
  let isClosed = false;
  const asked = new Date();
  let isLost = false;
  const open = async (): Promise<void> => {
    try {
      const { openLive } = await import('./live-connection.js');
      if (isClosed) return;
      live = openLive(listener);
      if (own) live.activity(own);
    } catch {
      if (!isLost) listener.lost(asked);
      isLost = true;
      setTimeout(open, RETRY_MS);
    }
  };
  void afterPaint().then(open);
  return {
    activity: (activity) => {
      own = activity;
      live?.activity(activity);
    },
    trace: (span) => live?.trace(span),
    reconnect: () => live?.reconnect(),
    close: () => {
      isClosed = true;
      live?.close();
    },
  };
}
