/** Who is behind a change, from where, and in which request. */
export type WriteContext = { staffId: number | null; terminal: string | null; requestId: string };

/** What a caller sends along so that a repeated request is recognised (contract 1). */
export type Idempotency = { key: string; fingerprint: Buffer };
