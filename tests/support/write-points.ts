/** What a node says to PostgreSQL while it writes: by these words a gate knows how far a write has come. */
export const SAYS = {
  /** Begins a batch and waits for the hotel's one lock. */
  lock: 'from log_head for update',
  /** Appends the batch's events. */
  append: 'insert-events',
  /** Moves the head, rings the bell and commits. */
  commit: 'pg_notify',
};
