import { type Message, messageAtom } from '#frontend/shared/dialogs.js';
import { store } from '#frontend/shared/store.js';
import { eventually } from '#tests/support/eventually.js';

/** The message that staff must answer, as soon as there is one. */
export const messageShown = () =>
  eventually('a message is shown', () => store.get(messageAtom)) as Promise<Message>;
