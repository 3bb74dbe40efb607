import type { Answer } from './request.js';

const PAUSE_MS = 100;
const MOST_TRIES = 20;

/** Reads again while the answer is older than a log position: another node may be a moment behind. */
export async function readAtLeast<T>(position: number, read: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tries = 1; ; tries++) {
    const answer = await read();
    if (answer.position === null || answer.position >= position || tries === MOST_TRIES) return answer;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}
