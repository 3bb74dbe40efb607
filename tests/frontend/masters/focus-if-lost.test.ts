import { afterEach, expect, it } from '@jest/globals';
import { focusIfLost, TAKE_BACK_ID } from '#frontend/masters/focus-if-lost.js';
import { forgetDone, tellDone } from '#frontend/masters/lists.atoms.js';

const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));

function add(attributes: Record<string, string>): HTMLElement {
  const button = document.createElement('button');
  for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value);
  return document.body.appendChild(button);
}

afterEach(() => {
  forgetDone();
  document.body.replaceChildren();
});

it('the undo button gets the focus that is lost, also when it is drawn later than that', async () => {
  add({ role: 'tab', 'aria-selected': 'true' });
  tellDone('使用停止にしました。', async () => undefined);
  focusIfLost();
  for (let frames = 0; frames < 3; frames++) await frame();
  expect(document.activeElement).toBe(document.body);
  const undo = add({ id: TAKE_BACK_ID });
  await frame();
  await frame();
  expect(document.activeElement).toBe(undo);
});

it('the chosen tab gets it when nothing can be undone', async () => {
  const tab = add({ role: 'tab', 'aria-selected': 'true' });
  tellDone('元に戻しました。');
  focusIfLost();
  await frame();
  await frame();
  expect(document.activeElement).toBe(tab);
});
