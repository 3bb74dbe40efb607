import type { OpenCancellationFee } from '@wire/cancellation-fee.js';
import { useEffect } from 'react';
import { get } from '../shared/api/request.js';
import { liveSession } from '../shared/live/live-session.js';
import { Resource } from '../shared/resource.js';
import { useValue } from '../shared/store.js';

/** Bookings that their source cancelled, with a fee by the hotel's rules that nobody decided. */
const openFees = new Resource<'open', OpenCancellationFee[]>(
  'cancellation-fees',
  (_, signal) => get('/api/cancellation-fees', {}, signal),
  { keepPrevious: 'always' },
);

/** Returns the fees that are to be decided, kept up while they are shown; empty until they are read. */
export function useOpenFees(): readonly OpenCancellationFee[] {
  const { value } = useValue(openFees.atom);
  useEffect(() => {
    void openFees.load('open').then((position) => liveSession.resumeFrom(position));
    return openFees.follow(({ bookings, masters }) => bookings.length + masters.length > 0);
  }, []);
  return value ?? [];
}
