import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time for which a computation may block the event loop. */
const SLICE_MS = 5;

/** Runs the steps of a long computation and yields to other requests after every time slice. */
export async function inTimeSlices<Result>(
  steps: Generator<void, Result>,
  now: () => number = () => performance.now(),
): Promise<Result> {
  let sliceEnd = now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = now() + SLICE_MS;
  }
}
