import { Button } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import { keyProps, useKey } from '../shared/ui/keys.js';

/** Puts the calendar on paper. */
export function PrintButton() {
  const print = () => window.print();
  useKey('print', print);
  return (
    <Button
      size="small"
      variant="minimal"
      icon={<Print size={16} />}
      aria-label="印刷"
      {...keyProps('print', '印刷')}
      onClick={print}
    />
  );
}
