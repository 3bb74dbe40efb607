/** How often a check is done: the first within `npm test`, the second with `npm run faults -- --long`. */
export const timesOf = (short: number, long: number): number =>
  process.env.FAULTS_LENGTH === 'long' ? long : short;

/** What this run draws by chance follows this number; every run prints it. */
export const seed: number = Number(process.env.TEST_SEED ?? 1);
