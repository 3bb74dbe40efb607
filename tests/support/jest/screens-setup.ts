import { configure } from '@testing-library/react';
import { replaceStore } from '#frontend/shared/store.js';

// Below Jest's limit of a test, so that a wait says what it looked for.
configure({ asyncUtilTimeout: 15_000 });

// The globals: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
declare const beforeEach: typeof import('@jest/globals').beforeEach;
declare const afterEach: typeof import('@jest/globals').afterEach;
// No socket is opened, but by the tests of the connection itself.
jest.mock('#frontend/shared/live/live-connection.js', () => ({
  openLive: () => ({ activity() {}, reconnect() {}, close() {} }),
}));

/** Each test finds the page as if it was just opened on a new terminal. */
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  replaceStore();
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
