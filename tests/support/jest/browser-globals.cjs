// What every browser has and jsdom leaves out.
const { TextDecoder, TextEncoder } = require('node:util');
const { webcrypto } = require('node:crypto');

Object.assign(globalThis, { TextDecoder, TextEncoder });
if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.matchMedia ??= (media) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
});
// The router says by it what it reads.
globalThis.Request ??= class {
  constructor(url, { signal }) {
    Object.assign(this, { url, signal, method: 'GET' });
  }
};
// jsdom draws nothing that could move.
globalThis.Element.prototype.animate ??= () => undefined;
globalThis.Blob.prototype.text ??= function text() {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    Object.assign(reader, { onload: () => resolve(reader.result), onerror: () => reject(reader.error) });
    reader.readAsText(this);
  });
};
// It has no fonts either: their sheet stays empty.
CSSStyleSheet.prototype.replaceSync ??= () => {};
