import { existsSync, readdirSync } from 'node:fs';
import { runStep } from '../support/run-step.mjs';

/** The gate as it runs in other hours: the time that it chooses, or that of the whole machine, passes midnight meanwhile. */
const HOURS = [
  { title: 'the gate, from a minute before New Year', TEST_NOW: '2030-12-31T23:59:00+09:00' },
  { title: 'the gate, from a minute before 29 February is over', TEST_NOW: '2032-02-29T23:59:00+09:00' },
];

/** The browser tests where pages are drawn later than keys are pressed. */
const SLOW = { title: 'the browser tests, on terminals four times slower', BROWSER_SLOWDOWN: '4' };

/** Debian's libfaketime, which gives a process and its children another time; null where it is not installed. */
function libfaketime() {
  const [folder] = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime'].filter(
    existsSync,
  );
  return folder && readdirSync(folder).includes('libfaketime.so.1') ? `${folder}/libfaketime.so.1` : null;
}

/** Gives a process and its children a machine time a minute before the hotel's midnight and the end of a month. */
function lastMinute(library) {
  const ahead = Math.round((Date.parse('2027-01-31T14:59:00Z') - Date.now()) / 1_000);
  // Relative: a process that starts later begins at no earlier time than the others have.
  const FAKETIME = ahead < 0 ? String(ahead) : `+${ahead}`;
  return { LD_PRELOAD: library, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: '1', TZ: 'UTC' };
}

/** Runs the gate in each of these hours, and the browser tests on slow terminals; how many tests failed. */
export async function runGates() {
  const { title: slow, ...slowdown } = SLOW;
  let { failed } = await runStep({ title: slow, args: ['../tests/run.mjs', '--all', 'e2e'] }, slowdown);
  const gate = ['../tests/run.mjs', '--all'];
  for (const { title, ...environment } of HOURS)
    failed += (await runStep({ title, args: gate }, environment)).failed;
  const library = libfaketime();
  if (library) {
    const title = "the gate, on a machine a minute before the hotel's midnight and the end of a month";
    failed += (await runStep({ title, args: gate }, lastMinute(library))).failed;
  } else {
    console.log(
      'libfaketime (Debian: faketime) is not installed: the gate is not run on another machine time',
    );
  }
  return failed;
}
