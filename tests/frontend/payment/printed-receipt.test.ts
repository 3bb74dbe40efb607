import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from '@jest/globals';

/** Returns a receipt's `display`; the calendar's sheet comes with the page, the payment's when it is needed. */
function displayOn(medium: 'paper' | 'screen'): string {
  const sheets = ['calendar/print/print.css', 'payment/payment.css'];
  const read = sheets.map((file) => readFileSync(`frontend/${file}`, 'utf8')).join('\n');
  // jsdom loses its way in the margins of a page.
  const css = read.replace(/@page[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
  const style = document.createElement('style');
  // jsdom draws only for the screen.
  style.textContent = medium === 'paper' ? css.replaceAll('@media print', '@media screen') : css;
  const receipt = document.createElement('section');
  receipt.className = 'printed printed-receipt';
  document.body.append(style, receipt);
  return getComputedStyle(receipt).display;
}

afterEach(() => document.body.replaceChildren());

test('a receipt is on paper', () => {
  expect(displayOn('paper')).toBe('block');
});

test('a receipt is not on the screen', () => {
  expect(displayOn('screen')).toBe('none');
});
