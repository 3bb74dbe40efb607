const IN_USE_MS = 60_000;
const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const;

let lastInput = Date.now();

/** Notes when somebody last typed, clicked or scrolled here. */
export function watchUse(): void {
  const note = () => {
    lastInput = Date.now();
  };
  for (const input of INPUTS) window.addEventListener(input, note, { capture: true, passive: true });
}

/** Whether somebody is at the page: what it asks for later, it asks for by itself. */
export function isInUse(): boolean {
  return Date.now() - lastInput < IN_USE_MS;
}
