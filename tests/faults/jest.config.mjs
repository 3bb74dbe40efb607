import base from '../jest.config.mjs';

const database = base.projects.find(({ displayName }) => displayName === 'database');

export default {
  ...base,
  projects: [{ ...database, displayName: 'faults', testMatch: ['<rootDir>/tests/faults/**/*.test.ts'] }],
};
