import base from '../jest.config.mjs';

const database = base.projects.find(({ displayName }) => displayName === 'database');

// The speeds of the server, on a database of the run's own; no part of `npm test`.
export default {
  ...base,
  maxWorkers: 1,
  testTimeout: 1_800_000,
  projects: [
    {
      ...database,
      displayName: 'speed',
      // The limit of the gate's tests is none for measurements.
      testEnvironmentOptions: {},
      testMatch: ['<rootDir>/tests/bench/*.speed.ts'],
    },
  ],
};
