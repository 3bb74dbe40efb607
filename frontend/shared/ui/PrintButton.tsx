import { Button } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import type { KeyName } from './key-table.js';
import { keyProps, useKey } from './keys.js';

/** Puts the screen on paper, by a click or by its key; the hint says what of it. */
export function PrintButton({ of, hint }: { of: KeyName; hint: string }) {
  const print = () => window.print();
  useKey(of, print);
  return (
    <Button
      size="small"
      variant="minimal"
      icon={<Print size={16} />}
      aria-label="印刷"
      {...keyProps(of, hint)}
      onClick={print}
    />
  );
}
