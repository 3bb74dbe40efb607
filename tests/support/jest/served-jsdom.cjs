const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom at the address of the run's server, with the network and the clock of Node. */
module.exports = class ServedPage extends TestEnvironment {
  async setup() {
    await super.setup();
    const url = process.env.TEST_HOTEL_URL;
    this.dom.reconfigure({ url });
    const ask = (path, init) => fetch(new URL(path, url), init);
    const ofNode = { AbortController, AbortSignal, Blob, FormData, Headers, Request, Response, performance };
    Object.assign(this.global, ofNode, { fetch: ask });
    for (const [name, value] of Object.entries(ofNode)) {
      Object.defineProperty(this.global, name, { value, configurable: true, writable: true });
    }
    // React as it is shipped: the page waits for what it draws, as the staff do.
    this.global.process.env.NODE_ENV = 'production';
  }
};
