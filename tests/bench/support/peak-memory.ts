import { readFileSync } from 'node:fs';

const LOOK_MS = 20;

/** Watches the most memory that a process ever held, in MiB, and calls `look` now and then. */
export function peakMemory(pid: number | undefined, look: () => unknown): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    look();
    peak = Math.max(peak, highWater(pid));
  }, LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

function highWater(pid: number | undefined): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) / 1024;
  } catch {
    return 0; // It has ended.
  }
}
