import { configure } from '@testing-library/react';

// Only ends what hangs: how long a screen takes says nothing on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
// No socket is opened, but by the tests of the connection itself.
jest.mock('../../../frontend/shared/live/live-connection.js', () => ({
  openLive: () => ({ activity() {}, reconnect() {}, close() {} }),
}));
