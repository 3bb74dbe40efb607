import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startFocusFallback } from '#frontend/shared/ui/focus-fallback.js';
import { eventually } from '#tests/support/eventually.js';

let stop = () => {};
beforeEach(() => {
  stop = startFocusFallback();
});
afterEach(() => stop());

function page(html: string): void {
  document.body.innerHTML = html;
}
const at = (id: string) => document.getElementById(id) as HTMLElement;
const focused = () => document.activeElement?.id ?? '';
const reaches = (id: string) => eventually('the focus', focused, (now) => expect(now).toBe(id));
/** Long enough for the focus to be given on, if it is. */
const rest = async () => {
  for (let frame = 0; frame < 5; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
};

const ROWS = `<main><h1>一覧</h1><button id="top">上</button>
  <ul id="list"><li id="row1"><button id="b1">1</button></li><li id="row2"><button id="b2">2</button><button id="c2">他</button></li></ul></main>`;

test.each([
  ['the control goes', () => at('b2').remove(), 'c2'],
  ['its row goes', () => at('row2').remove(), 'b1'],
  ['its list goes', () => at('list').remove(), ''],
  ['all controls of its list go', () => at('list').replaceChildren(), ''],
])('when %s, the nearest control left in the screen has the focus', async (_, take, next) => {
  page(ROWS.replace('<h1>', '<div id="part"><h1>').replace('</ul>', '</ul></div>'));
  at('b2').focus();
  take();
  await reaches(next || 'top');
});

test('what is marked as next has it instead, also when it is drawn later', async () => {
  page(ROWS.replace('<h1>', '<div id="part"><h1>').replace('</ul>', '</ul></div>'));
  at('b2').focus();
  at('row2').remove();
  await reaches('b1');
  at('part').insertAdjacentHTML(
    'afterbegin',
    '<div data-focus-next><button id="undo">元に戻す</button></div>',
  );
  await reaches('undo');
});

test('whoever goes on meanwhile keeps the focus', async () => {
  page(ROWS);
  at('b2').focus();
  at('row2').remove();
  at('top').focus();
  at('list').insertAdjacentHTML('afterbegin', '<li data-focus-next><button id="undo">元に戻す</button></li>');
  await rest();
  expect(focused()).toBe('top');
});

test('a control that is disabled for a while gets it back', async () => {
  page(ROWS);
  at('b1').focus();
  (at('b1') as HTMLButtonElement).disabled = true;
  at('b1').blur();
  await rest();
  (at('b1') as HTMLButtonElement).disabled = false;
  await reaches('b1');
});

test('whoever leaves everything by a click gets nothing back', async () => {
  page(ROWS);
  at('b2').focus();
  at('b2').blur();
  await rest();
  at('row2').remove();
  await rest();
  expect(document.activeElement).toBe(document.body);
});

test('another screen leads its own focus', async () => {
  page('<main><section><button id="old">前</button></section></main>');
  at('old').focus();
  document.querySelector('main')?.replaceChildren();
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<button id="new">次</button>');
  await rest();
  expect(document.activeElement).toBe(document.body);
});

test('the focus stays in a dialog; when that closes and its opener is gone, it goes on beside the opener', async () => {
  page(
    `${ROWS}<div role="dialog"><p><button id="again">もう一度</button></p><button id="close">閉じる</button></div>`,
  );
  at('b2').focus();
  at('again').focus();
  at('again').remove();
  await reaches('close');
  at('b2').remove();
  document.querySelector('[role="dialog"]')?.remove();
  await reaches('c2');
});
