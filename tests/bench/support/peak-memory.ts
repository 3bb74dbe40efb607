import { readFileSync } from 'node:fs';

const LOOK_MS = 20;

/** Watches the most memory that a process ever held, in MiB, and calls `look` now and then. */
export function peakMemory(pid: number | undefined, look: () => unknown): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    look();
    peak = Math.max(peak, memoryOf(pid, 'VmHWM'));
  }, LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/** What a process holds in memory now, in MiB. */
export const residentMemory = (pid: number | undefined): number => memoryOf(pid, 'VmRSS');

function memoryOf(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kib] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
    return Number(kib ?? 0) / 1024;
  } catch {
    return 0; // It has ended.
  }
}
