import { setImmediate as nextTurn } from 'node:timers/promises';

/** For so long one computation may keep everybody else waiting. */
const SLICE_MS = 5;

/** Runs the steps of a long computation; other requests get their turn after every slice of time. */
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
