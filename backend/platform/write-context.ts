/** Author of a change, their terminal and request. */
export type WriteContext = { staffId: number | null; terminal: string | null; requestId: string };

/**
 * Identifies a repeated request (contract 1). The fingerprint is of what was sent and by whom; `formerFingerprint` as it was
 * remembered before it told by whom, where that differs.
 */
export type Idempotency = { key: string; fingerprint: Buffer; formerFingerprint?: Buffer };
