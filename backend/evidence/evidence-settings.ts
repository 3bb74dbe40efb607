/** Token of where evidence is kept and how often a checkpoint is signed. */
export const EVIDENCE_SETTINGS = Symbol('evidence settings');

export type EvidenceSettings = { folder: string; everyMinutes: number };
