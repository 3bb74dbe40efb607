import { readFileSync } from 'node:fs';

const CHECK_MS = 500;
const SHELL = /^(ba|da|a|z)?sh$/;

/**
 * Ends this process in order when the npm that started it has ended. npm runs a command through a shell: a signal
 * that ends npm or the shell alone would leave the product running, with its port and its data folder in use.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = isShell(shell) ? parentOf(shell) : null;
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === null || parentOf(shell) === npm)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
}

function isShell(pid) {
  return SHELL.test(readProc(pid, 'comm')?.trim() ?? '');
}

// The parent is the second field after the name, which stands in brackets and may hold anything.
function parentOf(pid) {
  return (
    readProc(pid, 'stat')
      ?.replace(/^.*\) /s, '')
      .split(' ')[1] ?? null
  );
}

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
