/** Who makes a change, on which terminal, in which request. */
export type WriteContext = { staffId: number | null; terminal: string | null; requestId: string };

/** Identifies a repeated request (contract 1). */
export type Idempotency = { key: string; fingerprint: Buffer };
