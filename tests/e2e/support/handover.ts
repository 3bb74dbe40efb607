import { expect, type Locator, type Page } from '@playwright/test';
import { visit } from './calendar.js';
import type { Hotel } from './hotel.js';

/** The handover screen, by what is on it. */
function handoverOf(page: Page) {
  const notes = page.getByRole('region', { name: '申し送り' });
  const changes = page.getByRole('region', { name: '変更点' });
  return {
    notes,
    changes,
    newNote: notes.getByRole('form', { name: '新しい申し送り' }),
    memos: notes.getByRole('region', { name: '引継ぎメモ' }),
    note: (text: string | RegExp): Locator => notes.getByRole('listitem').filter({ hasText: text }),
    person: (name: string): Locator => changes.getByRole('region', { name }),
    booking: (id: number): Locator => changes.locator(`[data-booking="${id}"]`),
    since: changes.getByLabel('いつから'),
  };
}

/** Opens the handover screen and waits until it is live. */
export async function openHandover(page: Page) {
  await visit(page, '/handover');
  const handover = handoverOf(page);
  await expect(handover.since).toBeVisible();
  return handover;
}

/** Another terminal without a screen, at work. */
export function colleagueAt({ api }: Hotel, terminal: string) {
  const headers = { 'x-terminal-name': encodeURIComponent(terminal) };
  const must = async <T>(call: Promise<{ status: number; body: T; text: string }>): Promise<T> => {
    const { status, body, text } = await call;
    if (status >= 400) throw new Error(`the server answered ${status}: ${text}`);
    return body;
  };
  return {
    amend: (id: number, fields: object) => must(api.put(`/api/booking/${id}`, fields, headers)),
    cancel: (id: number) => must(api.put(`/api/booking/${id}/cancel`, {}, headers)),
    pay: (id: number) =>
      must(api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 }, headers)),
    writeNote: (date: string, text: string) =>
      must(api.post<{ id: number }>('/api/handover-notes', { date, text }, headers)),
    rewriteNote: (id: number, date: string, text: string) =>
      must(api.put(`/api/handover-notes/${id}`, { date, text }, headers)),
    finishNote: (id: number) => must(api.put(`/api/handover-notes/${id}/done`, { is_done: 1 }, headers)),
    handOver: (memo: string) => must(api.post('/api/handover', { memo }, headers)),
  };
}

/** Returns the name of a terminal. */
export function terminalNameOf(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('terminal-name') ?? '');
}
