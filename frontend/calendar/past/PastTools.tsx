import { PastBand } from './PastBand.js';
import { TimeBar } from './TimeBar.js';

/** What stands between the filters and a calendar of the past: the way through the log, and the mark. */
export function PastTools() {
  return (
    <>
      <TimeBar />
      <PastBand />
    </>
  );
}
