/** Which opening of the gate a call went through. */
export type Pass = number;

let openings = 0;
let isOpen = true;
let waiting: (() => void)[] = [];
let whenClosed: () => void = () => {};

/** Lets calls through while there is a session or none is needed; other calls wait. */
export const signInGate = {
  /** Done once the way is free. */
  async pass(): Promise<Pass> {
    while (!isOpen) await new Promise<void>((free) => waiting.push(free));
    return openings;
  },
  /** A call was answered with 401; ignored when there is a new session since. */
  refused(pass: Pass): void {
    if (!isOpen || pass !== openings) return;
    isOpen = false;
    whenClosed();
  },
  close(): void {
    isOpen = false;
  },
  open(): void {
    openings++;
    isOpen = true;
    const free = waiting;
    waiting = [];
    for (const go of free) go();
  },
  /** Sets what is called when a call is refused with 401. */
  onRefused(tell: () => void): void {
    whenClosed = tell;
  },
};
