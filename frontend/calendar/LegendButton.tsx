import { Button, PopoverNext } from '@blueprintjs/core';
import { Legend } from './Legend.js';

/** Shows the legend while it is wanted. */
export function LegendButton() {
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      arrow={false}
      transitionDuration={0}
      content={<Legend />}
    >
      <Button size="small" variant="minimal" text="凡例" />
    </PopoverNext>
  );
}
