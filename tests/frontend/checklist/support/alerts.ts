import { expect } from '@jest/globals';
import { button, dialog, press, soon } from './page.js';

/** The heading of the alert that tells all that is wrong (spec 5). */
export const WRONG_INPUT = '入力内容にエラーがあります';

const textOf = (one: Element | undefined): string => one?.querySelector('.message-text')?.textContent ?? '';

/** Waits for the alert that says this and nothing else, its OK focused, and closes it. */
export async function acceptAlert(text: string): Promise<void> {
  await soon(() => expect(textOf(dialog())).toBe(text));
  await soon(() => expect(document.activeElement).toBe(button('OK', dialog())));
  await press('OK', () => dialog() as HTMLElement);
  await soon(() => expect(dialog()).toBeUndefined());
}

/** Answers a question of a dialog with one of its buttons. */
export async function answer(text: string, name: string): Promise<void> {
  const asked = await soon(() => {
    const one = dialog();
    expect(one?.textContent).toContain(text);
    return one as HTMLElement;
  });
  await press(name, () => asked);
  await soon(() => expect(asked.isConnected && asked === dialog()).toBe(false));
}

/** All that a button finds wrong, each sentence in its place; the alert is closed again. */
export async function complaints(name = '登録'): Promise<string[]> {
  await press(name);
  const told = await soon(() => {
    const alert = dialog(WRONG_INPUT);
    expect(alert).toBeDefined();
    return textOf(alert).split('\n');
  });
  await press('OK', () => dialog(WRONG_INPUT) as HTMLElement);
  await soon(() => expect(dialog()).toBeUndefined());
  return told;
}
