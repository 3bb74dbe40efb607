import { useValue } from '../store.js';
import type { KeyName } from './key-table.js';
import { isActing, keyText, singleKeysAtom } from './keys.js';

/** An entry's keys, small on the button that they press; no part of the button's name. */
export function KeyHint({ of }: { of: KeyName }) {
  if (!isActing(of, useValue(singleKeysAtom))) return null;
  return (
    <span aria-hidden="true">
      <kbd className="key-hint">{keyText(of)}</kbd>
    </span>
  );
}
