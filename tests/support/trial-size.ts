const length = process.env.FAULTS_LENGTH;

/** Returns how often a check is done: the first with `npm run faults`, the second with `-- --long`, the third within `npm test`. */
export const timesOf = (short: number, long: number, gate = short): number =>
  ({ short, long })[length ?? ''] ?? gate;

/** Seed of the checks: drawn by every run of the faults, always the same within `npm test`. */
export const seed: number = length ? Number(process.env.TEST_SEED ?? 1) : 20_961;

/** Returns the number of cases of a property: a fifth of them but with `-- --long`. */
export const runs = (count: number): number => (length === 'long' ? count : Math.ceil(count / 5));
