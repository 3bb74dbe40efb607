import { inEachStore } from '../store.js';

/** Number of the gate's opening that a call went through. */
export type Pass = number;

/** Lets calls through while there is a session or none is needed; other calls wait. */
class SignInGate {
  private openings = 0;
  private isOpen = true;
  private waiting: (() => void)[] = [];
  private whenClosed: () => void = () => {};

  /** Done once the way is free. */
  async pass(): Promise<Pass> {
    while (!this.isOpen) await new Promise<void>((free) => this.waiting.push(free));
    return this.openings;
  }

  /** A call was answered with 401; ignored when there is a new session since. */
  refused(pass: Pass): void {
    if (!this.isOpen || pass !== this.openings) return;
    this.isOpen = false;
    this.whenClosed();
  }

  close(): void {
    this.isOpen = false;
  }

  open(): void {
    this.openings++;
    this.isOpen = true;
    for (const go of this.waiting.splice(0)) go();
  }

  /** Sets what is called when a call is refused with 401. */
  onRefused(tell: () => void): void {
    this.whenClosed = tell;
  }
}

export let signInGate: SignInGate;
inEachStore(() => {
  signInGate = new SignInGate();
});
