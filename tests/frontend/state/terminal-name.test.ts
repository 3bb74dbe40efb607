import { expect, it } from '@jest/globals';
import { actsAtom, noteAct } from '../../../frontend/state/acts.js';
import { terminalNameAtom } from '../../../frontend/state/preferences.js';
import { store } from '../../../frontend/state/store.js';

it('offers no undo of what was done under another name of the terminal', () => {
  store.set(terminalNameAtom, 'フロント1');
  noteAct({ requestId: 'request-1', text: '1001 山田 太郎 予約登録', ids: [1] });
  store.set(terminalNameAtom, ' フロント1 ');
  expect(store.get(actsAtom)).toHaveLength(1);
  store.set(terminalNameAtom, 'フロント2');
  expect(store.get(actsAtom)).toEqual([]);
});
