import base from '../jest.config.mjs';

const [, database] = base.projects;

export default {
  ...base,
  projects: [{ ...database, displayName: 'faults', testMatch: ['<rootDir>/tests/faults/**/*.test.ts'] }],
};
