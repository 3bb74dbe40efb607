import { describe, expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { CalendarLooks } from '#frontend/calendar/CalendarLooks.js';
import { columnWidthFor, headerHeightFor, scaleFor } from '#frontend/calendar/geometry.js';
import { LegendButton } from '#frontend/calendar/LegendButton.js';
import { CALENDAR_SIZES, calendarSizeAtom } from '#frontend/shared/preferences.js';
import { store } from '#frontend/shared/store.js';

describe('the calendar in three sizes', () => {
  test.each([
    ['small', 22, 12],
    ['medium', 26, 13],
    ['large', 32, 15],
  ] as const)('%s has rows of %i px and text of %i px', (size, rowHeight, text) => {
    expect(scaleFor(size, 1366)).toMatchObject({ rowHeight, text });
  });

  test('on a wide screen only 中 has larger rows', () => {
    const grows = CALENDAR_SIZES.filter(
      (size) => scaleFor(size, 1920).rowHeight > scaleFor(size, 1366).rowHeight,
    );
    expect(grows).toEqual(['medium']);
  });

  test.each(CALENDAR_SIZES)('a day of %s takes a marker and three letters, and a header its rows', (size) => {
    const scale = scaleFor(size, 1366);
    expect(columnWidthFor(1366, 45, 1, scale)).toBeGreaterThanOrEqual(4 * scale.text + 4);
    expect(headerHeightFor(11, scale)).toBe(scale.dateRow + 10 * scale.headerRow);
  });

  test('is chosen on the screen and remembered by the terminal', () => {
    render(<CalendarLooks />);
    expect(store.get(calendarSizeAtom)).toBe('medium');
    fireEvent.click(screen.getByRole('radio', { name: '大' }));
    expect(store.get(calendarSizeAtom)).toBe('large');
    expect(localStorage.getItem('calendar-size')).toBe('large');
  });
});

test('凡例 explains shades, hatching, markers, links, 翌OUT and closed rooms', () => {
  render(<LegendButton />);
  fireEvent.click(screen.getByRole('button', { name: '凡例' }));
  const legend = screen.getByLabelText('凡例');
  const words = '濃淡,到着前,未払い,チェックイン済,チェックアウト済,前日と同一予約,翌OUT,予約不可,9 じゃらん';
  for (const word of words.split(',')) expect(legend.textContent).toContain(word);
});
