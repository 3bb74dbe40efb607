const CLICKING_KEYS = ['Enter', ' '];

/**
 * Buttons click when a key comes up. A key that went down elsewhere, before a dialog took the focus, must not click
 * there: Enter in a field would close the alert that it brought up.
 */
export function ignoreStrayKeyUps(): void {
  let pressedOn: EventTarget | null = null;
  document.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat && CLICKING_KEYS.includes(event.key)) pressedOn = event.target;
    },
    true,
  );
  document.addEventListener(
    'keyup',
    (event) => {
      if (CLICKING_KEYS.includes(event.key) && event.target !== pressedOn) event.stopPropagation();
    },
    true,
  );
}
