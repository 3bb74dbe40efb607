import { atom } from 'jotai';
import { randomId } from '../shared/api/terminal.js';
import { type UnansweredWrite, unansweredWritesAtom } from '../shared/api/unanswered-writes.js';
import { hasDraftsAtom, startSharingDrafts } from '../shared/drafts.js';
import { isReloading } from '../shared/reload-page.js';
import { lastStaffAtom, signedOutAtom } from '../shared/session-staff.js';
import { store } from '../shared/store.js';
import {
  draftPages,
  dropDrafts,
  readStoredDrafts,
  type StoredDrafts,
  writeStoredDrafts,
} from '../shared/stored-drafts.js';
import { tabStorage, terminalStorage } from '../shared/terminal-storage.js';
import { type FormState, formAtom, NEW_FORM, placeForm } from './form.js';
import { type FormAddress, isNamed } from './form-mode.js';
import { BLANK_FORM, changedFields, type FormField } from './form-values.js';

/** Forms that were closed with something in them that was not saved, the latest first. */
export const stashedDraftsAtom = atom<readonly FormState[]>([]);

/** True if something was typed in the form that is not saved. */
export const unsavedAtom = atom((get) => {
  const { values, baseline } = get(formAtom);
  return changedFields(values, baseline).length > 0;
});

/** Keeps what is in the form, before something else is opened there, if it was not saved. */
export function stashDraft(): void {
  if (store.get(unsavedAtom)) store.set(stashedDraftsAtom, (aside) => [store.get(formAtom), ...aside]);
}

/** The form that was set aside last, of those that are wanted; it is then no longer kept. */
export function restoreDraft(isWanted: (form: FormState) => boolean = () => true): FormState | undefined {
  const found = store.get(stashedDraftsAtom).find(isWanted);
  if (found) store.set(stashedDraftsAtom, (aside) => aside.filter((form) => form !== found));
  return found;
}

/** Lets the browser ask before the page goes away with something that was not saved. */
export function guardUnsaved(): void {
  window.addEventListener('beforeunload', (event) => {
    if (isReloading() && terminalStorage.isLasting()) return;
    const isTyped = store.get(unsavedAtom) || store.get(stashedDraftsAtom).length > 0;
    if (isTyped || store.get(hasDraftsAtom)) event.preventDefault();
  });
}

/** Unsaved input of a page: the open form, those that were set aside, and the writes without an answer. */
export type Drafts = StoredDrafts & {
  open: FormState | null;
  aside: readonly FormState[];
  unanswered: readonly UnansweredWrite[];
};

type StoredForm = Omit<FormState, 'touched'> & { touched: FormField[] };
type StoredTyped = Omit<Drafts, 'open' | 'aside'> & { open: StoredForm | null; aside: StoredForm[] };

const storedForm = (form: FormState): StoredForm => ({ ...form, touched: [...form.touched] });

/** A form as it was kept, also by an older version of the app that knew fewer fields. */
const formOf = (stored: StoredForm): FormState => ({
  ...NEW_FORM,
  ...stored,
  values: { ...BLANK_FORM, ...stored.values },
  baseline: { ...BLANK_FORM, ...stored.baseline },
  touched: new Set(stored.touched),
});

/** Keeps what was typed in a page on this terminal; nothing when nothing was. */
export function storeDrafts(page: string, typed: Drafts): void {
  const { open, aside } = typed;
  const stored: StoredTyped = { ...typed, open: open && storedForm(open), aside: aside.map(storedForm) };
  if (open === null && aside.length === 0) dropDrafts(page);
  else writeStoredDrafts(page, stored);
}

/** The drafts of a page; null when there are none that can be read. */
function readTyped(page: string): Drafts | null {
  const stored = readStoredDrafts<StoredTyped>(page);
  if (stored === null) return null;
  try {
    return {
      ...stored,
      open: stored.open && formOf(stored.open),
      aside: stored.aside.map(formOf),
      // Absent in drafts of an older version of the app.
      unanswered: stored.unanswered ?? [],
    };
  } catch (error) {
    console.error('drafts', error);
    return null;
  }
}

/** Drops those of the stored forms that a test finds, in every page's. */
export function dropDraftsWhere(isDropped: (form: FormState) => boolean): void {
  for (const page of draftPages()) {
    const typed = readTyped(page);
    if (!typed) continue;
    const open = typed.open && isDropped(typed.open) ? null : typed.open;
    const aside = typed.aside.filter((form) => !isDropped(form));
    if (open === typed.open && aside.length === typed.aside.length) continue;
    storeDrafts(page, { ...typed, open, aside, unanswered: [] });
  }
}

/** Takes the drafts of a page out of the store; null when there are none, they are too old, or somebody else's. */
export function takeDrafts(page: string, owner: number): Drafts | null {
  const typed = readTyped(page);
  dropDrafts(page);
  return typed?.owner === owner ? typed : null;
}

const PAGE_KEY = 'page';
const LOCK = 'page ';

/** Every load of the page has a name of its own; the tab remembers the one before. */
const page = randomId();
const before = tabStorage.read(PAGE_KEY);

/** The form that was open before the page was loaded anew, until it is taken. */
const restoredAtom = atom<FormState | null>(null);

const owner = (): number => store.get(lastStaffAtom)?.id ?? 0;

function keepWhatIsTyped(): void {
  if (store.get(signedOutAtom)) return;
  storeDrafts(page, {
    owner: owner(),
    at: Date.now(),
    open: store.get(unsavedAtom) ? store.get(formAtom) : null,
    aside: store.get(stashedDraftsAtom),
    unanswered: store.get(unansweredWritesAtom),
  });
}

/** Without locks, as where site data is blocked, drafts of closed pages wait for their own tab. */
const reportNoLocks = (error: unknown): void => console.error('drafts', error);

/** Takes over the drafts of closed pages. */
async function takeOver(): Promise<void> {
  await navigator.locks?.request('typed-forms', async () => {
    const { held } = await navigator.locks.query();
    const alive = new Set(held?.map(({ name }) => name));
    const gone = draftPages().filter((other) => other !== page && !alive.has(LOCK + other));
    const typed = gone.flatMap((other) => takeDrafts(other, owner()) ?? []);
    const forms = typed.flatMap(({ open, aside }) => (open ? [open, ...aside] : aside));
    if (forms.length > 0) store.set(stashedDraftsAtom, (aside) => [...aside, ...forms]);
  });
}

/** Returns true if the page was loaded anew where it was; else its address was gone to, which says what is wanted. */
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
  placeForm(open);
}

/**
 * Begins once it is known who is there: puts back what was typed before, and keeps what is typed from now on. Done when
 * all that is there is back.
 */
export async function startStoringDrafts(): Promise<void> {
  navigator.locks?.request(LOCK + page, () => new Promise(() => {})).catch(reportNoLocks);
  const isSignedOut = store.get(signedOutAtom);
  if (!isSignedOut) putBack();
  startSharingDrafts();
  tabStorage.write(PAGE_KEY, page);
  for (const source of [formAtom, stashedDraftsAtom, unansweredWritesAtom, signedOutAtom])
    store.sub(source, keepWhatIsTyped);
  keepWhatIsTyped();
  if (!isSignedOut) await takeOver().catch(reportNoLocks);
}

/** The restored form, once, if it is what the address names; null otherwise. */
export function takeRestored(address: FormAddress): FormState | null {
  const form = store.get(restoredAtom);
  store.set(restoredAtom, null);
  return form && store.get(formAtom) === form && isNamed(form.mode, address) ? form : null;
}
