import type { UnansweredWrite } from '../../shared/api/unanswered-writes.js';
import {
  draftPages,
  dropDrafts,
  readStoredDrafts,
  type StoredDrafts,
  writeStoredDrafts,
} from '../../shared/stored-drafts.js';
import { type FormState, NEW_FORM } from '../form.js';
import { BLANK_FORM, type FormField } from '../form-values.js';

/** What was typed in a page and not saved: the open form, those that were set aside, and the writes without an answer. */
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

/** Keeps what was typed in a page on this terminal. */
export function storeDrafts(page: string, typed: Drafts): void {
  const { open, aside } = typed;
  const stored: StoredTyped = { ...typed, open: open && storedForm(open), aside: aside.map(storedForm) };
  writeStoredDrafts(page, stored);
}

/** Drops those of the stored forms that a test finds, in every page's. */
export function dropDraftsWhere(isDropped: (form: FormState) => boolean): void {
  for (const page of draftPages()) {
    const typed = readTyped(page);
    if (!typed) continue;
    const open = typed.open && isDropped(typed.open) ? null : typed.open;
    const aside = typed.aside.filter((form) => !isDropped(form));
    if (open === typed.open && aside.length === typed.aside.length) continue;
    if (open === null && aside.length === 0) dropDrafts(page);
    else storeDrafts(page, { ...typed, open, aside, unanswered: [] });
  }
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

/** Takes the drafts of a page out of the store; null when there are none, they are too old, or somebody else's. */
export function takeDrafts(page: string, owner: number): Drafts | null {
  const typed = readTyped(page);
  dropDrafts(page);
  return typed?.owner === owner ? typed : null;
}
