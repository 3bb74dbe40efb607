/** A signed position of the log; `hash` is the chain's at `position`, hexadecimal. */
export type Checkpoint = {
  log_id: string;
  position: number;
  hash: string;
  /** Instant of the signature, RFC 3339 in UTC. */
  created_at: string;
  /** The first 16 hexadecimal digits of the SHA-256 of the public key. */
  key_id: string;
  /** Its place among the checkpoints of this key, from 1; absent in old ones. */
  number?: number;
  /** The SHA-256 of the whole checkpoint before it, hexadecimal; null for the first, absent in old ones. */
  previous?: string | null;
  /** Ed25519 over the other members, in base64. */
  signature: string;
};

/** The signed checkpoints outside the database, newest first. */
export type EvidenceState = {
  folder: string;
  key_id: string;
  every_minutes: number;
  checkpoints: Checkpoint[];
  /** Unreadable lines of the file, such as one truncated by a crash. */
  unreadable_lines: number;
  /** Reason why the last checkpoint failed, such as a tampered log; null when it did not. */
  trouble: string | null;
};
