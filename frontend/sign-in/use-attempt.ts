import { useEffect, useState } from 'react';
import { ApiError } from '../shared/api/request.js';
import { UNKNOWN_FAILURE } from '../shared/alert-failure.js';

const SECOND_MS = 1_000;

/** How many whole seconds are left until then; 0 when it is past. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now());
  const left = Math.max(0, Math.ceil((until - now) / SECOND_MS));
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [waiting]);
  return left;
}

/** Sends a form that the server may refuse: one at a time, with what went wrong and how long to wait. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [until, setUntil] = useState(0);
  const secondsLeft = useSecondsUntil(until);
  /** Does the work unless it must not be tried now; true when it succeeded. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (busy || secondsLeft > 0) return false;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      setFailure(error instanceof ApiError ? error.message : UNKNOWN_FAILURE);
      const wait = error instanceof ApiError ? error.retryAfter : null;
      if (wait !== null) setUntil(Date.now() + wait * SECOND_MS);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, setFailure, secondsLeft, attempt };
}
