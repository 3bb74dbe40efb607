/** Which opening of the gate a call went through. */
export type Pass = number;

let openings = 0;
let isOpen = true;
let waiting: (() => void)[] = [];
let whenClosed: () => void = () => {};

/** Lets calls through while somebody is signed in, or nobody has to be; the others wait and lose nothing. */
export const signInGate = {
  /** Done once the way is free. */
  async pass(): Promise<Pass> {
    while (!isOpen) await new Promise<void>((free) => waiting.push(free));
    return openings;
  },
  /** A call found out that nobody is signed in any more; of no meaning when somebody did sign in since. */
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
  /** Says who is to be told when a call was refused. */
  onRefused(tell: () => void): void {
    whenClosed = tell;
  },
};
