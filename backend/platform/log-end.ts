/**
 * What was read from the log and its tables, for those who keep it: the hash is of no other log, nor of one that was
 * restored and went on differently, and the tables are others after a rebuild.
 */
export type LogEnd = { position: number; hash: string; readModels: number };
