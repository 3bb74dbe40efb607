import { readFileSync } from 'node:fs';

const CHECK_MS = 500;

/**
 * Ends this process in order when the npm that started it has ended. npm runs a command through a shell: a signal
 * that ends npm or the shell alone would leave the product running, with its port and its data folder in use.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = npmAbove(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && npmAbove(shell) === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
}

/** The parent of a shell; undefined for any other program, and without /proc. */
function npmAbove(pid) {
  try {
    return /^\d+ \((?:ba|da|a|z)?sh\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
