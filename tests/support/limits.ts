/**
 * Limit of a test that installs or starts real processes, or replays a whole property: on a busy machine that takes minutes.
 * It stands at the top of a file, with its reason: `jest.setTimeout(LONG_MS)`. All other tests of the server have 20 s.
 */
export const LONG_MS = 300_000;
