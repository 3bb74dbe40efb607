// A reporter that tells the run of all steps how far Jest is and which tests failed, as soon as it knows.
import { relative } from 'node:path';

const tell = (message) => process.send?.(message);
const fileOf = ({ path, context }) => relative(context.config.rootDir, path);

export default class TellRun {
  files = 0;
  started = 0;

  onRunStart({ numTotalTestSuites }) {
    this.files = numTotalTestSuites;
  }

  onTestFileStart() {
    this.started += 1;
    tell({ waiting: this.files - this.started });
  }

  onTestCaseResult(file, { fullName, status, failureMessages }) {
    if (status === 'failed')
      tell({ failed: { name: `${fileOf(file)} › ${fullName}`, message: failureMessages.join('\n') } });
  }

  onTestFileResult(file, { failureMessage, numFailingTests }) {
    // What breaks outside its tests, at an import for instance.
    if (failureMessage && numFailingTests === 0)
      tell({ failed: { name: fileOf(file), message: failureMessage } });
    if (!failureMessage) tell({ passed: fileOf(file) });
  }
}
