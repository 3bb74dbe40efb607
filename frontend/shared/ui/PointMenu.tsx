import { ContextMenuPopover, Menu } from '@blueprintjs/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { themeAtom } from '../preferences.js';
import { useValue } from '../store.js';
import { focusFirst, goRound } from './menu-keys.js';

type PointMenuProps = {
  /** The place on the page, in pixels. */
  at: { left: number; top: number };
  /** The line above the entries. */
  title: string | null;
  onClose: () => void;
  children: ReactNode;
};

/** The menu's keys are none of what it belongs to in all but the document. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  goRound(event);
  if (event.key !== 'Escape') event.stopPropagation();
}

/** Leads the focus into the menu as it comes: the keys pressed next are for it. */
function enter(menu: HTMLUListElement | null): void {
  if (menu) focusFirst(menu);
}

/** A menu of what can be done with the thing under the pointer, or under the focus. */
export function PointMenu({ at, title, onClose, children }: PointMenuProps) {
  const isDark = useValue(themeAtom) === 'dark';
  return (
    <ContextMenuPopover
      isOpen
      isDarkTheme={isDark}
      targetOffset={at}
      transitionDuration={0}
      onClose={onClose}
      content={
        <Menu aria-label="できる操作" ulRef={enter} onKeyDown={walk}>
          {title !== null && (
            <li role="none" className="menu-title">
              {title}
            </li>
          )}
          {children}
        </Menu>
      }
    />
  );
}
