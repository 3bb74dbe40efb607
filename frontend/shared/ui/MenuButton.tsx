import { Button, type ButtonProps, Menu, PopoverNext } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { focusFirst, goRound } from './menu-keys.js';
import { useOtherScreen } from './use-other-screen.js';

type MenuButtonProps = ButtonProps & {
  /** The name of the menu. */
  label: string;
  placement: 'bottom-start' | 'bottom-end';
  entries: ReactNode;
  onClosed?: () => void;
};

/** Offers a menu behind a button: it takes the focus, arrows lead round it, and it is closed on another screen. */
export function MenuButton({ label, placement, entries, onClosed, ...button }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  useOtherScreen(() => setOpen(false));
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={setOpen}
      placement={placement}
      animation="minimal"
      arrow={false}
      transitionDuration={0}
      onOpened={focusFirst}
      onClosed={onClosed}
      content={
        <Menu aria-label={label} onKeyDown={goRound}>
          {entries}
        </Menu>
      }
    >
      <Button size="small" {...button} active={isOpen || button.active} />
    </PopoverNext>
  );
}
