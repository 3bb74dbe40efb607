/** A signed statement of where the log stood; `hash` is the chain's at `position`, in hexadecimal. */
export type Checkpoint = {
  log_id: string;
  position: number;
  hash: string;
  /** When it was signed, RFC 3339 in UTC. */
  created_at: string;
  /** The first 16 hexadecimal digits of the SHA-256 of the public key. */
  key_id: string;
  /** Ed25519 over the other members, in base64. */
  signature: string;
};

/** What is signed and written outside the database, newest checkpoint first. */
export type EvidenceState = {
  folder: string;
  key_id: string;
  every_minutes: number;
  checkpoints: Checkpoint[];
  /** Lines of the file that cannot be read, such as one that a crash has torn. */
  unreadable_lines: number;
  /** Why the last checkpoint could not be made, above all a log that was tampered with; null when all is well. */
  trouble: string | null;
};
