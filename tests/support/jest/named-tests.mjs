// A reporter that fails a run whose `-t` no test is called by: a name with a slip would be green.
export default class NamedTests {
  #name;
  #error;

  constructor({ testNamePattern }) {
    this.#name = testNamePattern;
  }

  onRunComplete(_, { numPassedTests, numFailedTests }) {
    if (!this.#name || numPassedTests + numFailedTests > 0) return;
    this.#error = new Error(`No test is called ${this.#name}.`);
    console.error(this.#error.message);
  }

  getLastError() {
    return this.#error;
  }
}
