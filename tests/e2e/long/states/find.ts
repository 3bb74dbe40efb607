import { expect, type Page } from '@playwright/test';
import { io } from 'socket.io-client';
import { holding } from '../../../support/activities.js';
import { calendarOf, goTo } from '../../support/calendar.js';
import { findBoxOf } from '../../support/find.js';
import { chooseRoom, searchRooms } from '../../support/form.js';
import type { Hotel } from '../../support/hotel.js';

/** Guests are found, of every state that a booking can be in. */
export async function foundGuests(page: Page): Promise<void> {
  await goTo(page, '/reservation-status');
  await findBoxOf(page).type('田');
  await expect(findBoxOf(page).options.first()).toBeVisible();
}

/** The form has chosen a room that another terminal is about to book as well; both are outlined in the calendar. */
export async function heldElsewhere(page: Page, hotel: Hotel): Promise<void> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const auth = { log_id: null, position: null, terminal_id: 'held-elsewhere', terminal: '事務所' };
  const socket = io(hotel.url, { auth, transports: ['websocket'], forceNew: true });
  page.once('close', () => socket.disconnect());
  socket.once('reload', () => socket.emit('activity', holding(room.number, stay.start, stay.end)));
  await goTo(page, '/reservation-registration');
  await searchRooms(page, stay);
  await chooseRoom(page, room.number);
  await expect(page.locator('.hold-notice')).toContainText('事務所');
  await expect(calendarOf(page).cell(room.number, stay.start)).toHaveAttribute('data-holder', '事務所');
}
