import { type Day, day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { DatePicker } from '#frontend/shared/ui/DatePicker.js';

const picked: Day[] = [];
let closed = 0;

function show(start: string, [earliest, latest]: [Day, Day] | [null, null] = [null, null]) {
  picked.length = 0;
  closed = 0;
  render(
    <DatePicker
      value={null}
      start={day(start)}
      today={day('2026-11-21')}
      earliest={earliest}
      latest={latest}
      anchor={null}
      onPick={(date) => picked.push(date)}
      onClose={() => closed++}
    />,
  );
}

const focused = () => (document.activeElement as HTMLElement | null)?.dataset.day;
const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });
const button = (name: string) => screen.getByRole('button', { name });

test.each([
  ['Home', false, '2026-11-15'],
  ['End', false, '2026-11-21'],
  ['PageUp', false, '2026-10-18'],
  ['PageDown', false, '2026-12-18'],
  ['PageUp', true, '2025-11-18'],
  ['PageDown', true, '2027-11-18'],
  ['ArrowUp', false, '2026-11-11'],
  ['ArrowRight', false, '2026-11-19'],
])('%s (with Shift: %s) leads to %s', (key, shiftKey, to) => {
  show('2026-11-18');
  expect(focused()).toBe('2026-11-18');
  press(key, shiftKey);
  expect(focused()).toBe(to);
});

test('a day that the other month does not have is its last', () => {
  show('2026-10-31');
  press('PageDown');
  expect(focused()).toBe('2026-11-30');
  press('PageDown', true);
  expect(focused()).toBe('2027-11-30');
});

test('after paging by a button its focus stays, and the same day of the month shown is one Tab away', () => {
  show('2026-11-18');
  const next = button('次の月');
  next.focus();
  for (const _ of [1, 2, 3]) fireEvent.click(next);
  expect(document.activeElement).toBe(next);
  const reachable = [...document.querySelectorAll<HTMLElement>('[data-day][tabindex="0"]')];
  expect(reachable.map(({ dataset }) => dataset.day)).toEqual(['2027-02-18']);
  reachable[0]?.focus();
  press('ArrowRight');
  expect(focused()).toBe('2027-02-19');
});

test('Tab goes round within the picker, both ways', () => {
  show('2026-11-18');
  const [previous, next] = [button('前の月'), button('次の月')];
  next.focus();
  press('Tab');
  expect(document.activeElement).toBe(previous);
  press('Tab', true);
  expect(document.activeElement).toBe(next);
});

test('Escape closes it without a choice; a click chooses', () => {
  show('2026-11-18');
  press('Escape');
  expect([closed, picked]).toEqual([1, []]);
  fireEvent.click(screen.getByRole('button', { name: '11/20(金)' }));
  expect(picked).toEqual(['2026-11-20']);
});

test('of the days only those between the neighbours can be chosen', () => {
  show('2026-11-18', [day('2026-11-17'), day('2026-11-19')]);
  const isOpen = (name: string) =>
    button(name).ariaDisabled !== 'true' && !(button(name) as HTMLButtonElement).disabled;
  const days = ['11/16(月)', '11/17(火)', '11/19(木)', '11/20(金)'];
  expect(days.filter(isOpen)).toEqual(['11/17(火)', '11/19(木)']);
  fireEvent.click(button('11/20(金)'));
  expect(picked).toEqual([]);
});

test('it is a dialog with a grid of weeks for each month', () => {
  show('2026-11-18');
  expect(screen.getByRole('dialog', { name: '日付の選択' }).getAttribute('aria-modal')).toBe('true');
  const grid = screen.getByRole('grid', { name: '2026年11月' });
  expect(within(grid).getAllByRole('row')).toHaveLength(1 + 5);
  expect(within(grid).getByRole('button', { name: '11/30(月)' })).toBeTruthy();
  expect(screen.getByRole('grid', { name: '2026年12月' })).toBeTruthy();
});
