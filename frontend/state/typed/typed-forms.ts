import type { UnansweredWrite } from '../../api/unanswered-writes.js';
import { BLANK_FORM, type FormField } from '../../form/form-values.js';
import { type FormState, NEW_FORM } from '../form.js';

/** What was typed in a page and not saved: the open form, those that were set aside, and the writes without an answer. */
export type Typed = {
  /** Whose it is; 0 without sign-in. */
  owner: number;
  at: number;
  open: FormState | null;
  aside: readonly FormState[];
  unanswered: readonly UnansweredWrite[];
};

type StoredForm = Omit<FormState, 'touched'> & { touched: FormField[] };
type StoredTyped = Omit<Typed, 'open' | 'aside'> & { open: StoredForm | null; aside: StoredForm[] };

const PREFIX = 'typed-form ';
const LONGEST_MS = 24 * 60 * 60_000;

const storedForm = (form: FormState): StoredForm => ({ ...form, touched: [...form.touched] });

/** A form as it was kept, also by an older version of the app that knew fewer fields. */
const formOf = (stored: StoredForm): FormState => ({
  ...NEW_FORM,
  ...stored,
  values: { ...BLANK_FORM, ...stored.values },
  baseline: { ...BLANK_FORM, ...stored.baseline },
  touched: new Set(stored.touched),
});

/** Keeps nothing any more that was typed in a page. */
export function dropTyped(page: string): void {
  localStorage.removeItem(PREFIX + page);
}

/** Keeps what was typed in a page on this terminal. */
export function keepTyped(page: string, typed: Typed): void {
  const { open, aside } = typed;
  const stored: StoredTyped = { ...typed, open: open && storedForm(open), aside: aside.map(storedForm) };
  localStorage.setItem(PREFIX + page, JSON.stringify(stored));
}

/** Drops those of the stored forms that a test finds, in every page's. */
export function dropTypedWhere(isDropped: (form: FormState) => boolean): void {
  for (const page of typedPages()) {
    const typed = readTyped(page);
    if (!typed) continue;
    const open = typed.open && isDropped(typed.open) ? null : typed.open;
    const aside = typed.aside.filter((form) => !isDropped(form));
    if (open === typed.open && aside.length === typed.aside.length) continue;
    if (open === null && aside.length === 0) dropTyped(page);
    else keepTyped(page, { ...typed, open, aside, unanswered: [] });
  }
}

/** The pages of which something typed is kept. */
export function typedPages(): string[] {
  return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : []));
}

/** What is stored of a page; null when that is nothing, too old, or can't be read. */
function readTyped(page: string): Typed | null {
  const stored = localStorage.getItem(PREFIX + page);
  if (stored === null) return null;
  try {
    const typed = JSON.parse(stored) as StoredTyped;
    if (!(Date.now() - typed.at <= LONGEST_MS)) return null;
    return {
      ...typed,
      open: typed.open && formOf(typed.open),
      aside: typed.aside.map(formOf),
      // An older version of the app kept none.
      unanswered: typed.unanswered ?? [],
    };
  } catch (error) {
    console.error('typed', error);
    return null;
  }
}

/** Takes what was typed in a page from where it is kept; null when that is nothing, too old, or somebody else's. */
export function takeTyped(page: string, owner: number): Typed | null {
  const typed = readTyped(page);
  dropTyped(page);
  return typed?.owner === owner ? typed : null;
}

/** Drops what was typed too long ago, or can't be read. */
export function dropOldTyped(): void {
  for (const page of typedPages()) if (!readTyped(page)) dropTyped(page);
}

/** Keeps nothing any more that was typed in any page. */
export function forgetTyped(): void {
  for (const page of typedPages()) dropTyped(page);
}
