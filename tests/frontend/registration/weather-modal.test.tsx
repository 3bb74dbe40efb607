import { day } from '@domain/dates.js';
import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { WeatherModal } from '#frontend/registration/WeatherModal.js';
import { placeCalendar } from '#frontend/shared/calendar-data/calendar.js';
import { liveSession } from '#frontend/shared/live/live-session.js';
import { serve } from '../support/fake-server.js';
import { calendarOf, RANGE } from '../support/records.js';

const DATE = day('2026-11-21');
const RECORDED = { id: 4, version: 2, date: DATE, weather: '雨', holiday_flag: 0 };

test('one click on a usual word records the weather and closes the dialog', async () => {
  const calls = serve({}, () => ({ body: {} }));
  placeCalendar(calendarOf({}));
  const onClose = jest.fn();
  render(<WeatherModal date={DATE} onClose={onClose} />);
  fireEvent.click(await screen.findByRole('button', { name: '曇りのち雨' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await waitFor(() => {
    const [sent, ...more] = calls.filter(({ method }) => method === 'POST');
    expect(sent).toMatchObject({
      path: '/api/weather',
      body: { date: '2026-11-21', weather: '曇りのち雨' },
    });
    expect(more).toEqual([]);
  });
});

test('where the weather of the day could not be read, it is read before it is written, and the record there is changed', async () => {
  const calls = serve({ 'GET /api/weather': () => ({ body: [RECORDED], position: 11 }) }, () => ({
    body: {},
  }));
  await liveSession.calendar.show(RANGE);
  placeCalendar(calendarOf({ weather: null }));
  render(<WeatherModal date={DATE} onClose={() => {}} />);
  fireEvent.click(await screen.findByRole('button', { name: '曇り' }));
  await waitFor(() => {
    const [sent] = calls.filter(({ method }) => method !== 'GET');
    expect(sent).toMatchObject({ method: 'PUT', path: '/api/weather/4', headers: { 'If-Match': '"2"' } });
  });
});
