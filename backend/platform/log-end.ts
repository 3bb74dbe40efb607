/**
 * The state of log and read models that a cached answer was read from. The hash distinguishes another or restored log;
 * `readModels` changes with every rebuild.
 */
export type LogEnd = { position: number; hash: string; readModels: number };
