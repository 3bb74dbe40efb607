import { day } from '@domain/dates.js';
import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { WeatherModal } from '#frontend/registration/WeatherModal.js';
import { serve } from '../support/fake-server.js';

test('one click on a usual word records the weather and closes the dialog', async () => {
  const calls = serve({}, () => ({ body: {} }));
  const onClose = jest.fn();
  render(<WeatherModal date={day('2026-11-21')} onClose={onClose} />);
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
