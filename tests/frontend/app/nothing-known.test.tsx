import { day, monthOf } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { CalendarPane } from '#frontend/calendar/CalendarPane.js';
import { deskTabAtom } from '#frontend/front-desk/desk-view.js';
import { FrontDeskPrint } from '#frontend/front-desk/print/FrontDeskPrint.js';
import { FailedQueue } from '#frontend/imports/FailedQueue.js';
import { RoomFilters } from '#frontend/masters/rooms/RoomFilters.js';
import { roomMonths } from '#frontend/masters/rooms.atoms.js';
import { placeHotel } from '#frontend/shared/hotel.js';
import { disconnectedAtAtom } from '#frontend/shared/live/connection.js';
import { printingAtom } from '#frontend/shared/printing.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';

const TODAY = day('2026-11-21');
const HOTEL = { today: TODAY, timezone: 'Asia/Tokyo', name: '' } as Parameters<typeof placeHotel>[0];

test('a failed queue that was not read has no number of records to try again', () => {
  serve();
  render(
    <MemoryRouter>
      <FailedQueue Expanded={() => null} />
    </MemoryRouter>,
  );
  expect(document.body.textContent).not.toMatch(/0件/);
});

test('rooms that were not read are not counted as none', async () => {
  serve({ 'GET /api/room-months': () => ({ status: 503, body: { error: '' } }) });
  await roomMonths.load(monthOf(TODAY));
  render(<RoomFilters month={monthOf(TODAY)} today={TODAY} onMonth={() => {}} />);
  expect(screen.getByLabelText('部屋タイプ')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/0室/);
});

test('a terminal that has no calendar says so while the line is down, and nothing before', () => {
  placeHotel(HOTEL);
  const props = { rooms: 'all' } as ComponentProps<typeof CalendarPane>;
  render(<CalendarPane {...props} />);
  expect(document.querySelector('.list-state')).toBeNull();
  act(() => store.set(disconnectedAtAtom, new Date()));
  expect(screen.getByText(/この期間のカレンダーの控えがありません/)).toBeTruthy();
});

test.each(['arrivals', 'roomChanges', 'registers'] as const)(
  'a list of the front desk that was not read is on paper as not read, not as none (%s)',
  (tab) => {
    placeHotel(HOTEL);
    store.set(deskTabAtom, tab);
    store.set(printingAtom, true);
    render(<FrontDeskPrint />);
    const paper = document.querySelector('.printed-list');
    expect(paper?.textContent).toContain('読み込めていない');
    expect(paper?.textContent).not.toMatch(/0件/);
  },
);
