/**
 * The state of log and read models that a cached answer was read from. The hash distinguishes another or restored log;
 * `readModels` changes with every rebuild.
 */
export type LogEnd = { position: number; hash: string; readModels: number };

/** The version of master data: the position of their last change, and the read models that they were read from. */
export type ReferenceVersion = { referencePosition: number; readModels: number };
