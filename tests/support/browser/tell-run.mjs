// A reporter that tells the run of all steps which tests failed, as soon as it knows.
import { relative } from 'node:path';

export default class TellRun {
  onTestEnd(test, { status, errors }) {
    if (status === test.expectedStatus || status === 'skipped') return;
    const file = relative(process.cwd(), test.location.file);
    const titles = test.titlePath().slice(3).join(' › ');
    const messages = errors.map(({ message, stack, value }) => stack ?? message ?? value);
    process.send?.({ failed: { name: `${file} › ${titles}`, message: messages.join('\n') } });
  }

  onError({ message, stack, value }) {
    process.send?.({ failed: { name: 'Playwright', message: stack ?? message ?? value } });
  }
}
