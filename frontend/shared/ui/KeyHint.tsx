import type { KeyName } from './key-table.js';
import { keyText } from './keys.js';

/** An entry's keys, small on the button that they press; no part of the button's name. */
export function KeyHint({ of }: { of: KeyName }) {
  return (
    <span aria-hidden="true">
      <kbd className="key-hint">{keyText(of)}</kbd>
    </span>
  );
}
