import { Classes } from '@blueprintjs/core';

/** Marks elements that take the focus lost near them, themselves or the first control in them. */
const NEXT = '[data-focus-next]';
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** A screen, the panel or a dialog: the focus never leaves it for another. */
const PLACES = 'main, aside, [role="dialog"], dialog';
/** The edges of a dialog, where Blueprint puts the focus that left it: nothing is seen there, and no key but Tab does anything. */
const TRAP = `.${Classes.OVERLAY_START_FOCUS_TRAP}, .${Classes.OVERLAY_END_FOCUS_TRAP}`;
/** Effects that lead the focus themselves have run by then. */
const FRAMES = 2;

/** A control that has or had the focus, and what it lay in, the nearest first. */
type Held = { control: Element; around: Element[]; wasDisabled?: true };

/** Returns whether nothing that can be used has the focus: it lies on the page, at the edge of a dialog, or on what was disabled meanwhile. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(`:disabled, ${TRAP}`);
}

function aroundOf(control: Element): Element[] {
  const around: Element[] = [];
  for (let each = control.parentElement; each && !each.matches(PLACES); each = each.parentElement)
    around.push(each);
  const place = control.parentElement?.closest(PLACES);
  return place ? [...around, ...(place.matches('main') ? [] : [place])] : [];
}

const isUsable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.tabIndex >= 0 && !element.matches(':disabled');

function firstControl(scope: Element): HTMLElement | null {
  return [...scope.querySelectorAll(CONTROLS)].find(isUsable) ?? null;
}

function markedControl(scope: Element): HTMLElement | null {
  for (const marked of scope.querySelectorAll(NEXT)) {
    const control = isUsable(marked) ? marked : firstControl(marked);
    if (control) return control;
  }
  return null;
}

/** The control of the open dialog that came last: what is marked there, else its first one; null without a dialog. */
function controlInDialog(): HTMLElement | null {
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  return dialog ? (markedControl(dialog) ?? firstControl(dialog)) : null;
}

/** Gives the focus to the open dialog that came last: to what is marked there, else to its first control. */
export function focusInDialog(): void {
  controlInDialog()?.focus();
}

/** The control that takes the focus of one that is gone: what is marked in its place, else the first one beside it. */
function nextOf({ around }: Held): HTMLElement | null {
  const left = around.filter((scope) => scope.isConnected);
  const outermost = left.at(-1);
  if (!outermost) return null;
  const marked = markedControl(outermost.closest(PLACES) ?? outermost);
  return marked ?? left.map(firstControl).find((control) => control !== null) ?? null;
}

function afterFrames(count: number, work: () => void): void {
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, work) : work()));
}

/**
 * Gives the focus on when the control that has it goes away: no key would do anything any more. A control that is
 * disabled for a while gets it back. Whoever clicks beside everything keeps nothing; another screen leads its own focus.
 */
export function startFocusFallback(): () => void {
  let held: Held | null = null;
  let inScreen: Held | null = null;
  /** The control that got the focus here, until staff go on: one that is marked and comes later takes it over. */
  let given: Element | null = null;

  const giveOn = (gone: Held): void => {
    if (held !== gone || !isFocusLost()) return;
    const next = nextOf(gone) ?? controlInDialog() ?? (inScreen && nextOf(inScreen));
    next?.focus();
    given = next;
  };
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || target.matches(TRAP)) return;
    held = { control: target, around: aroundOf(target) };
    if (target.closest('main')) inScreen = held;
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget) return;
    queueMicrotask(() => {
      const isLeft = target instanceof Element && target.isConnected && !target.matches(':disabled');
      if (isLeft && held?.control === target && document.activeElement === document.body) held = null;
    });
  };
  const onChange = (): void => {
    if (given && given === document.activeElement && held) {
      const marked = nextOf(held);
      if (marked?.closest(NEXT) && !given.closest(NEXT)) marked.focus();
      return;
    }
    if (!held || !isFocusLost()) return;
    const gone = held;
    if (!gone.control.isConnected) afterFrames(FRAMES, () => giveOn(gone));
    else if (gone.control.matches(':disabled')) gone.wasDisabled = true;
    else if (gone.wasDisabled && gone.control instanceof HTMLElement) gone.control.focus();
  };
  const forgetGiven = (): void => {
    given = null;
  };
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  const stops = [
    ['focusin', onFocusIn],
    ['focusout', onFocusOut],
    ['keydown', forgetGiven],
    ['pointerdown', forgetGiven],
  ] as const;
  for (const [name, listener] of stops) document.addEventListener(name, listener as EventListener, true);
  return () => {
    observer.disconnect();
    for (const [name, listener] of stops) document.removeEventListener(name, listener as EventListener, true);
  };
}
