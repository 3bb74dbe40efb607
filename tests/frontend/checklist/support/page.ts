import { type Day, dayIn } from '@domain/dates.js';
import { stashedDraftsAtom } from '#frontend/booking/drafts.js';
import { NEW_FORM, openingAtom, placeForm } from '#frontend/booking/form.js';
import { busyAtom } from '#frontend/shared/busy.js';
import { placeCalendar } from '#frontend/shared/calendar-data/calendar.js';
import { connectionAtom } from '#frontend/shared/live/connection.js';
import { logPositionAtom } from '#frontend/shared/live/live-session.js';
import { store } from '#frontend/shared/store.js';
import type { Hotel } from '#tests/e2e/support/hotel.js';
import { eventually } from '#tests/support/eventually.js';
import { realFetch } from './network.js';

export const FORM = '/reservation-registration';

const pause = () => new Promise((done) => setTimeout(done));

/** Waits until `look` throws no more; answers what it saw. Screens change within milliseconds, hence the short pause. */
export const soon = <T>(look: () => T | Promise<T>, within?: number): Promise<T> =>
  eventually(String(look), look, () => true, { within, every: 5 });

const all = (selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<HTMLElement>(selector),
];

/** The words by which an element is found: without what only the eye is told. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"], svg')) hidden.remove();
  return copy.textContent ?? '';
}

export type Field = HTMLInputElement & Omit<HTMLSelectElement, keyof HTMLInputElement>;

/** The first of some elements by its name. */
const named = (elements: HTMLElement[], name: string) =>
  elements.find((one) => (one.ariaLabel ?? one.textContent)?.includes(name) && nameOf(one) === name);

/** A field by its label. */
export function field(label: string): Field {
  const found = named(all('label'), label) as HTMLLabelElement | undefined;
  if (!found?.control) throw new Error(`no field is labelled ${label}`);
  return found.control as unknown as Field;
}

/** A button or tab that can be seen, by its name. */
export function button(name: string, within: ParentNode = document): HTMLButtonElement | undefined {
  return named(all('button', within), name) as HTMLButtonElement | undefined;
}

/** Presses a button once it can be pressed. */
export async function press(name: string, within?: () => ParentNode): Promise<void> {
  const found = await soon(() => {
    const one = button(name, within?.());
    if (!one || one.disabled) throw new Error(`no button ${name} can be pressed`);
    return one;
  });
  found.focus();
  found.click();
  await pause();
}

/** The dialog that is open, by its heading when one is given; dialogs stand beside the page's own element. */
export function dialog(heading?: string): HTMLElement | undefined {
  const layers = [...document.body.children].filter(({ id }) => id !== 'app');
  const dialogs = layers.flatMap((layer) => all('[role="dialog"]', layer));
  return dialogs.find(
    (one) => heading === undefined || one.querySelector('h1, h2, h3, h4, h5, h6')?.textContent === heading,
  );
}

/** Values for fields, by their labels; true and false for flags. */
export type Entries = Record<string, string | boolean>;

function setValue(control: Field, value: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value');
  property?.set?.call(control, value);
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
}

/** Fills fields as staff do, one after another. */
export async function fill(entries: Entries): Promise<void> {
  for (const [label, value] of Object.entries(entries)) {
    const control = field(label);
    control.focus();
    if (typeof value === 'boolean') {
      if (control.checked !== value) control.click();
    } else if (control.tagName === 'SELECT') {
      const option = [...control.options].find(({ text }) => text === value);
      if (!option) throw new Error(`${label} offers no ${value}`);
      setValue(control, option.value);
    } else setValue(control, value);
    await pause();
    control.blur();
    await pause();
  }
}

/** Lists the choices of a select, top to bottom. */
export const choicesOf = (label: string): string[] => [...field(label).options].map(({ text }) => text);

/** Returns the choice that is made under a label of the form. */
export const chosenIn = (label: string): string => field(label).selectedOptions[0]?.text ?? '';

/** Everything that stands in the reservation form, by labels. */
export function formContents(): Record<string, string | boolean> {
  const fields = all('form[aria-label="予約フォーム"] :is(input, select, textarea)') as unknown as Field[];
  const contents = fields.map(({ labels, value, type, checked }) => {
    const isFlag = type === 'checkbox' || type === 'radio';
    return [labels?.[0]?.textContent ?? '', isFlag ? checked : value] as const;
  });
  return Object.fromEntries(contents);
}

let shownGrid: HTMLElement | null = null;

/** The calendar that is there; looked for anew only when the last one is gone. */
function grid(): HTMLElement | null {
  if (!shownGrid?.isConnected) shownGrid = document.querySelector('[role="grid"]');
  return shownGrid;
}
const cells = () => all('[role="gridcell"][data-room]', grid() ?? document);

/** The calendar, by the names of contract 7. */
export const calendar = {
  grid: (): HTMLElement => {
    const found = grid();
    if (!found) throw new Error('there is no calendar');
    return found;
  },
  cell: (room: string, date: Day) => all(`[data-room="${room}"][data-date="${date}"]`, grid() ?? document)[0],
  cells,
  header: (row: string, date: Day) =>
    all('[data-header]', calendar.grid()).find(
      ({ dataset }) => dataset.header === row && dataset.date === date,
    ),
  roomHead: (room: string) => calendar.heads().find(({ dataset }) => dataset.room === room),
  nights: (bookingId: number) => cells().filter(({ dataset }) => dataset.bookingId === String(bookingId)),
  booked: () => cells().filter(({ dataset }) => dataset.bookingId !== undefined),
  dates: () => all('[data-header="date"]', calendar.grid()).map(({ dataset }) => dataset.date),
  heads: () => all('[role="rowheader"][data-room]', calendar.grid()),
  columns: () => Number(grid()?.getAttribute('aria-colcount')),
  rows: () => Number(grid()?.getAttribute('aria-rowcount')),
  range: () => [field('開始日').value, field('終了日').value],
};

/** The three figures of a count cell. */
export const figuresIn = (cell: Element | null | undefined): number[] =>
  cell?.textContent?.match(/-?\d+/g)?.map(Number) ?? [];

/** Clicks what is found as soon as it is there. */
export async function click(find: () => HTMLElement | null | undefined): Promise<void> {
  const found = await soon(() => {
    const one = find();
    if (!one) {
      const rooms = calendar.heads().map(({ dataset }) => dataset.room);
      throw new Error(`nothing to click: ${find}\ndrawn: ${calendar.range()}, rooms ${rooms}`);
    }
    return one;
  });
  found.click();
  await pause();
}

function goTo(path: string): void {
  history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

/** Leaves the screen: the next one is read anew. */
export const leave = (): void => goTo('/no-such-screen');

/** Waits until nothing is being read, and the calendar is drawn and shows all that anybody has written so far. */
export async function settled(): Promise<void> {
  const { position } = (await (await realFetch('/api/hotel')).json()) as { position: number };
  await soon(() => {
    if (store.get(busyAtom) || store.get(openingAtom)) throw new Error('the page is still busy');
    if (!/\d/.test(grid()?.querySelector('[data-header="total"]')?.textContent ?? '')) {
      throw new Error('the calendar is not drawn');
    }
    if (!store.get(connectionAtom).connected) throw new Error('the page is not connected');
    if ((store.get(logPositionAtom)?.position ?? 0) < position) throw new Error('the page is behind the log');
  });
  await pause();
}

/** A page knows up to half a minute late that a day has begun, and a screen takes a while to open. */
const A_DAY_IS_KNOWN_MS = 60_000;

/** Returns the days that the page may have taken for today when its screen was opened just now: over midnight two. */
export function todaysOfPage({ today }: Hotel): Day[] {
  return [dayIn('Asia/Tokyo', new Date(Date.now() - A_DAY_IS_KNOWN_MS)), today];
}

/** Goes to a screen as a page that was just loaded: nothing is left in the form. */
export async function open(path: string): Promise<void> {
  leave();
  await soon(() => {
    if (!document.body.textContent?.includes('この画面はありません。')) throw new Error('still on a screen');
  });
  placeForm(NEW_FORM);
  store.set(stashedDraftsAtom, []);
  placeCalendar(null);
  goTo(path);
  await settled();
}

/** Goes to another address of the registration screen, which stays; from elsewhere as `open`. */
export async function follow(path: string): Promise<void> {
  if (!location.pathname.startsWith(FORM) || location.pathname === path) return open(path);
  goTo(path);
  await settled();
}

/** Shows a range through the date filter. */
export async function showRange(first: Day, last: Day): Promise<void> {
  await fill({ 開始日: first, 終了日: last });
  await press('表示');
  await soon(() => {
    if (calendar.range().join() !== `${first},${last}` || calendar.dates()[0] !== first) {
      throw new Error(`${first} to ${last} is not shown`);
    }
  });
  await settled();
}

/** Brings the page to a screen and range; what it shows already is not loaded anew. */
export async function deskAt(path: string, range?: { first: Day; last: Day }): Promise<void> {
  if (location.pathname !== path) await open(path);
  if (range && calendar.range().join() !== `${range.first},${range.last}`) {
    await showRange(range.first, range.last);
  }
}

/** A heading, by how it begins. */
export const heading = (name: string) =>
  all('h1, h2, h3, h4, h5, h6').find(({ textContent }) => textContent?.includes(name));

/** A link that leads to another screen, by its name. */
export const link = (name: string) => named(all('nav a'), name);

/** A form or group, by its name. */
export const region = (name: string) =>
  all('form, fieldset, section').find(
    (one) => (one.getAttribute('aria-label') ?? one.querySelector('legend')?.textContent) === name,
  );
