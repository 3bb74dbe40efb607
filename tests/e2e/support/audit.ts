import { expect, type Locator, type Page } from '@playwright/test';
import type { EventPage, EventRecord } from '@wire/event-record.js';
import { visit } from './calendar.js';
import type { Hotel } from './hotel.js';

export const AUDIT = '/audit';

/** The event log of a screen. */
export type EventLog = ReturnType<typeof eventLogOf>;

/** Finds things in the event log. */
export function eventLogOf(page: Page) {
  const grid = page.getByRole('grid', { name: '記録の一覧' });
  return {
    grid,
    rows: grid.locator('[data-position]'),
    row: (position: number): Locator => grid.locator(`[data-position="${position}"]`),
    detail: page.getByRole('region', { name: /^記録番号 / }),
    fresh: page.getByRole('button', { name: /^新しい記録/ }),
    filter: (label: string): Locator =>
      page.getByRole('region', { name: '条件' }).getByLabel(label, { exact: true }),
  };
}

/** Goes to the event log, as far as a filter finds it, and waits until it is there and live. */
export async function openAudit(page: Page, query = ''): Promise<EventLog> {
  await visit(page, `${AUDIT}${query}`);
  const log = eventLogOf(page);
  await expect(log.rows.first()).toBeVisible();
  return log;
}

/** The positions of the lines that are in the document, from the top. */
export async function listedPositions({ rows }: EventLog): Promise<number[]> {
  const listed = await rows.evaluateAll((elements) =>
    elements.map((element) => Number((element as HTMLElement).dataset.position)),
  );
  return listed.sort((a, b) => b - a);
}

/** Opens the history of the booking that is shown. */
export async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '履歴', exact: true }).click();
  const history = page.getByRole('dialog', { name: '予約の履歴' });
  await expect(history.getByRole('listitem').first()).toBeVisible();
  return history;
}

/** Events that the server answers a query with. */
export async function eventsOf(hotel: Hotel, query: string): Promise<EventRecord[]> {
  return (await hotel.api.get<EventPage>(`/api/events?${query}`)).body.events;
}

/** A booking of a stay of its own. */
export async function aBooking(hotel: Hotel, fields: Record<string, unknown> = {}) {
  const [stay, room] = await hotel.freeStay();
  return hotel.book(stay, room, fields);
}

/** A booking whose fee was changed, and the event that says so. */
export async function anAmendment(hotel: Hotel) {
  const booking = await aBooking(hotel, { guest_name_1: '監査 花子', booking_number: `AU-${Date.now()}` });
  await hotel.amend(booking.id, { total_fee: 12_300, notes: '改行\nあり' });
  const [event] = await eventsOf(hotel, `before=head&booking_id=${booking.id}&limit=1`);
  if (!event) throw new Error('no event');
  return { booking, event };
}
