/** Runs steps to their end, and counts them. */
export function runSteps<Result>(steps: Generator<void, Result>): { result: Result; count: number } {
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done) return { result: step.value, count };
  }
}
