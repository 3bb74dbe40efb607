// What test files import as `@jest/globals`. It is loaded once, and hands on to what belongs to the file that runs.
const current = () => globalThis[Symbol.for('jest-globals')];
const handOn = (name) =>
  new Proxy(() => {}, {
    apply: (_, self, args) => current()[name].apply(self, args),
    get: (_, key) => current()[name][key],
  });

export const test = handOn('test');
export const it = handOn('it');
export const describe = handOn('describe');
export const beforeAll = handOn('beforeAll');
export const afterAll = handOn('afterAll');
export const beforeEach = handOn('beforeEach');
export const afterEach = handOn('afterEach');
export const expect = handOn('expect');
export const jest = handOn('jest');
