// Tests against real servers, files and signals: one that lost a race is tried once more, and what it said is shown.
import { jest } from '@jest/globals';
import fc from 'fast-check';

jest.retryTimes(Number(process.env.TEST_RETRIES ?? 1), { logErrorsBeforeRetry: true });
// What is drawn by chance comes again the same: a history that fails fails twice.
if (process.env.TEST_SEED) fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
