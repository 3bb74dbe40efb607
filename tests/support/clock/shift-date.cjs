// Shifts the time of this process, or of this window, to the one that was chosen for the run.
const { shiftDate } = require('./shift-date-by.cjs');

const offset = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0);
if (offset !== 0) shiftDate(offset);

// Its own child processes are shifted only where they are asked to: a PostgreSQL that one brings along is not.
if (process.env.NODE_OPTIONS?.includes(__filename)) delete process.env.NODE_OPTIONS;
