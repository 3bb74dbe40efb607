import { atom } from 'jotai';
import { randomId } from '../../shared/api/terminal.js';
import { unansweredWritesAtom } from '../../shared/api/unanswered-writes.js';
import { lastStaffAtom, signedOutAtom } from '../../shared/session-staff.js';
import { store } from '../../shared/store.js';
import { draftPages, dropDrafts } from '../../shared/stored-drafts.js';
import { type FormState, formAtom } from '../form.js';
import { type FormAddress, isNamed } from '../form-address.js';
import { stashedDraftsAtom, unsavedAtom } from '../stashed-drafts.js';
import { storeDrafts, takeDrafts } from './drafts.js';

const PAGE_KEY = 'page';
const LOCK = 'page ';

/** Every load of the page has a name of its own; the tab remembers the one before. */
const page = randomId();
const before = sessionStorage.getItem(PAGE_KEY);

/** The form that was open before the page was loaded anew, until it is taken. */
const restoredAtom = atom<FormState | null>(null);

const owner = (): number => store.get(lastStaffAtom)?.id ?? 0;

function keepWhatIsTyped(): void {
  if (store.get(signedOutAtom)) return;
  const open = store.get(unsavedAtom) ? store.get(formAtom) : null;
  const aside = store.get(stashedDraftsAtom);
  if (open === null && aside.length === 0) {
    dropDrafts(page);
    return;
  }
  const unanswered = store.get(unansweredWritesAtom);
  storeDrafts(page, { owner: owner(), at: Date.now(), open, aside, unanswered });
}

/** Takes over the drafts of closed pages. */
async function takeOver(): Promise<void> {
  if (!('locks' in navigator)) return;
  await navigator.locks.request('typed-forms', async () => {
    const { held } = await navigator.locks.query();
    const alive = new Set(held?.map(({ name }) => name));
    const gone = draftPages().filter((other) => other !== page && !alive.has(LOCK + other));
    const typed = gone.flatMap((other) => takeDrafts(other, owner()) ?? []);
    const forms = typed.flatMap(({ open, aside }) => (open ? [open, ...aside] : aside));
    if (forms.length > 0) store.set(stashedDraftsAtom, (aside) => [...aside, ...forms]);
  });
}

/** Whether the page was loaded anew where it was; else its address was gone to, which says what is wanted. */
function isReload(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'reload');
}

/** Puts back what was typed before: where it was when the page was loaded anew, else aside. */
function putBack(): void {
  const typed = before === null ? null : takeDrafts(before, owner());
  if (!typed) return;
  const { open, aside, unanswered } = typed;
  store.set(unansweredWritesAtom, unanswered);
  store.set(stashedDraftsAtom, open === null || isReload() ? aside : [open, ...aside]);
  if (open === null || !isReload()) return;
  store.set(restoredAtom, open);
  store.set(formAtom, open);
}

/**
 * Begins once it is known who is there: puts back what was typed before, and keeps what is typed from now on. Done when
 * all that is there is back.
 */
export async function startStoringDrafts(): Promise<void> {
  if ('locks' in navigator) void navigator.locks.request(LOCK + page, () => new Promise(() => {}));
  const isSignedOut = store.get(signedOutAtom);
  if (!isSignedOut) putBack();
  sessionStorage.setItem(PAGE_KEY, page);
  for (const source of [formAtom, stashedDraftsAtom, unansweredWritesAtom, signedOutAtom])
    store.sub(source, keepWhatIsTyped);
  keepWhatIsTyped();
  if (!isSignedOut) await takeOver();
}

/** The restored form, once, if it is what the address names; null otherwise. */
export function takeRestored(address: FormAddress): FormState | null {
  const form = store.get(restoredAtom);
  store.set(restoredAtom, null);
  return form && store.get(formAtom) === form && isNamed(form.mode, address) ? form : null;
}
