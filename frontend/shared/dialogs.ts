import { atom } from 'jotai';
import { store } from './store.js';

/** The title of an alert that names what is wrong with an input (spec 5). */
export const WRONG_INPUT = '入力内容にエラーがあります';

/** A text that staff must answer. */
export type Message = {
  kind: 'alert' | 'confirm';
  title: string;
  text: string;
  /** The subject of a question, a line for each thing. */
  subject?: string;
  /** Texts of a question's buttons, instead of OK and やめる. */
  buttons?: { accept: string; decline: string };
  /** Id of the element that gets the focus afterwards, instead of the one that had it before. */
  focusAfter?: string;
  settle: (accepted: boolean) => void;
};

const queueAtom = atom<readonly Message[]>([]);

/** The message that is shown now, null for none. */
export const messageAtom = atom((get) => get(queueAtom)[0] ?? null);

function ask(asked: Omit<Message, 'settle'>): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (accepted: boolean) => {
      store.set(queueAtom, (queue) => queue.filter((other) => other !== message));
      resolve(accepted);
    };
    const message: Message = { ...asked, settle };
    store.set(queueAtom, (queue) => [...queue, message]);
  });
}

/** Shows a text with an OK button; done when it is closed. */
export async function showAlert(text: string, title = 'お知らせ', focusAfter?: string): Promise<void> {
  await ask({ kind: 'alert', title, text, focusAfter });
}

/** Asks OK or やめる about a subject, a line for each thing that is known of it; true for OK. */
export function askConfirm(
  text: string,
  title = '確認',
  subject?: string,
  buttons?: Message['buttons'],
): Promise<boolean> {
  return ask({ kind: 'confirm', title, text, subject, buttons });
}
