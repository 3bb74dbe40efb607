/** Keys of PostgreSQL advisory locks, one for each task that only one process may run. Migration 0007 uses `rebuild` too. */
export const ADVISORY_LOCKS = {
  rebuild: 26_110_001,
  readModelForm: 26_110_002,
  servingGrants: 26_110_003,
  checkpoint: 26_110_005,
  dryRun: 26_110_004,
  backup: 26_110_010,
  imports: 740_001,
  moveIns: 26_110_011,
} as const;
