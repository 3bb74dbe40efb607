import { beforeEach, describe, expect, test } from '@jest/globals';
import { leadFocusTo } from '#frontend/shared/ui/focus-field.js';

const FORM = `<main><button id="take">取り込む</button>
  <fieldset id="body"><input id="day" value="12/24" /><input id="name" /></fieldset><ul id="list"></ul></main>`;
const at = <Kind extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as Kind;
const disable = (isDisabled: boolean) => {
  at<HTMLFieldSetElement>('body').disabled = isDisabled;
};
const focused = () => document.activeElement?.id;
/** Waits until the reactions to a change of the page have run. */
const changed = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  document.body.innerHTML = FORM;
});

test('a field that can be used has the focus at once, its text selected', () => {
  leadFocusTo('day');
  expect(focused()).toBe('day');
  expect(at<HTMLInputElement>('day').selectionEnd).toBe(5);
});

describe('a field that', () => {
  const DRAWN: Record<string, [hide: () => void, draw: () => void]> = {
    'is disabled': [
      () => at('day').setAttribute('disabled', ''),
      () => at<HTMLInputElement>('day').removeAttribute('disabled'),
    ],
    'stands in a part that is disabled': [() => disable(true), () => disable(false)],
    'is not drawn': [
      () => at('day').remove(),
      () => at('list').insertAdjacentHTML('beforeend', '<li><input id="day" /></li>'),
    ],
  };
  test.each(Object.entries(DRAWN))('%s has the focus as soon as that is over', async (_, [hide, draw]) => {
    hide();
    at('take').focus();
    leadFocusTo('day');
    expect(focused()).toBe('take');
    at('take').remove();
    await changed();
    draw();
    await changed();
    expect(focused()).toBe('day');
  });

  test.each(Object.entries(DRAWN))('%s takes no focus from where staff went', async (_, [hide, draw]) => {
    hide();
    leadFocusTo('day');
    document.body.insertAdjacentHTML('beforeend', '<input id="other" />');
    at('other').focus();
    await changed();
    draw();
    await changed();
    expect(focused()).toBe('other');
    at('other').remove();
    await changed();
    expect(focused()).not.toBe('day');
  });
});

test('of two fields the one that was asked for last has the focus', async () => {
  disable(true);
  leadFocusTo('day');
  leadFocusTo('name');
  disable(false);
  await changed();
  expect(focused()).toBe('name');
});
