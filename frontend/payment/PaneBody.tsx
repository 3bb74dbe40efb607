import type { ReactNode } from 'react';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';

type PaneBodyProps = {
  name: string;
  heading: string;
  /** Null while it is read, or could not be. */
  children: ReactNode | null;
  failure: string | null;
  onRetry: () => unknown;
};

/** A list of money with its heading and the hotel's name, as it goes on paper too. */
export function PaneBody({ name, heading, children, failure, onRetry }: PaneBodyProps) {
  const hotel = useValue(hotelAtom);
  if (failure !== null || children === null) {
    return <ListState failure={failure} isLoading onRetry={onRetry} />;
  }
  return (
    <div className={`report-scroll ${name}`}>
      <div className="report-heading soft">
        <b>{heading}</b>
        <span className="report-hotel">{hotel?.name}</span>
      </div>
      {children}
    </div>
  );
}
