import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useListTop } from '#frontend/audit/EventList.js';

function List({ filter }: { filter: string }) {
  const pane = useRef<HTMLUListElement>(null);
  useListTop(pane, filter);
  return <ul ref={pane}>{filter}</ul>;
}

/** The way of Chromium from version 150 on. */
Element.prototype.scrollTo = function scrollTo(this: Element) {
  this.scrollTop = 0;
  return Promise.resolve();
} as typeof Element.prototype.scrollTo;

test('another filter begins at the top of its list in a browser whose scrollTo gives a promise', () => {
  const { rerender } = render(<List filter="予約" />);
  screen.getByRole('list').scrollTop = 400;
  rerender(<List filter="部屋" />);
  expect(screen.getByText('部屋').scrollTop).toBe(0);
});
