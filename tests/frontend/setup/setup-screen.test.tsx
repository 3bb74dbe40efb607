import { SETUP_STEPS } from '@domain/setup/setup.js';
import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { HotelProfile } from '@wire/hotel-record.js';
import { MemoryRouter } from 'react-router-dom';
import { RoomsStep } from '#frontend/setup/RoomsStep.js';
import { SetupScreen } from '#frontend/setup/SetupScreen.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { serve, tick } from '../support/fake-server.js';

const STATUS = {
  ...{ is_preparing: 1, opened_on: null, next: 'hotel', rooms: 0, payments: 0, corporates: 0, staff: 0 },
  ...{ bookings: 0, rooms_until: null },
  steps: SETUP_STEPS.map((step) => ({ step, state: 'open' })),
};

/** Number of holidays that the server enters, and the days that it was asked for. */
let added = 0;
let asked: unknown[] = [];
beforeEach(() => {
  asked = [];
});

/** 開業準備 at its first step. */
async function show(save: () => { status?: number; body: unknown }) {
  let hotel: Partial<HotelProfile> & Record<string, unknown> = {
    ...{ name: '', short_name: '', address: '', phone: '', email: '', registration_number: '', version: 1 },
    ...{
      receipt_note: '',
      tax_rate: 10,
      check_in_time: '15:00',
      check_out_time: '10:00',
      day_turns_at: '00:00',
    },
    ...{
      timezone: 'Asia/Tokyo',
      today: '2026-11-21',
      log_id: 'log',
      position: 10,
      is_preparing: 1,
      rooms: 0,
    },
  };
  const calls = serve({
    'GET /api/hotel': () => ({ body: hotel }),
    'GET /api/setup': () => ({ body: STATUS, position: 10 }),
    'POST /api/setup/begun': () => ({ body: STATUS }),
    'POST /api/weather/holidays': (_url, { body }) => {
      asked.push(JSON.parse(String(body)));
      return { body: { added } };
    },
    'PUT /api/hotel': (_url, { body }) => {
      const answer = save();
      if (!answer.status) hotel = { ...hotel, ...JSON.parse(String(body)), version: 2 };
      return answer;
    },
  });
  await loadHotel();
  render(
    <MemoryRouter>
      <SetupScreen />
    </MemoryRouter>,
  );
  await screen.findByLabelText('ホテル名');
  return () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

const name = () => screen.getByLabelText<HTMLInputElement>('ホテル名');
const type = (value: string) => fireEvent.change(name(), { target: { value } });
const press = (button: RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: button }));
    await tick();
  });
const goTo = (step: string) =>
  act(async () => {
    fireEvent.click(screen.getByText(step, { selector: '.setup-name' }));
    await tick();
  });
const shownStep = () => screen.getByRole('heading', { level: 2 }).textContent;

test('次へ saves what was typed of the hotel, then goes on; where nothing was typed it only goes on', async () => {
  const saved = await show(() => ({ body: {} }));
  type('北の宿');
  await press(/^次へ/);
  await waitFor(() => expect(shownStep()).toBe('部屋'));
  expect(saved()).toEqual([expect.objectContaining({ name: '北の宿' })]);
  await goTo('ホテル');
  expect(name().value).toBe('北の宿');
  await press(/^次へ/);
  expect(shownStep()).toBe('部屋');
  expect(saved()).toHaveLength(1);
});

test('次へ stays where what was typed is refused, and says why; 保存 stays anyway', async () => {
  let refusal: object | null = {
    errors: [{ code: 'name', field: 'name', message: 'ホテル名が長すぎます。' }],
  };
  await show(() => (refusal ? { status: 422, body: { error: '', ...refusal } } : { body: {} }));
  type('北の宿');
  await press(/^次へ/);
  expect(screen.getByText('ホテル名が長すぎます。')).toBeTruthy();
  expect([shownStep(), name().value]).toEqual(['ホテル', '北の宿']);
  refusal = null;
  await press(/^保存/);
  await tick();
  expect(shownStep()).toBe('ホテル');
});

test('what was typed of the hotel and of its rooms is there again after another step was shown', async () => {
  await show(() => ({ body: {} }));
  type('北の宿');
  await goTo('部屋');
  fireEvent.change(await screen.findByLabelText(/^部屋番号の並び/), { target: { value: '2階、01〜03' } });
  await goTo('ホテル');
  expect(name().value).toBe('北の宿');
  await goTo('部屋');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^部屋番号の並び/).value).toBe('2階、01〜03');
});

test('祝日をまとめて入れる enters the public holidays of a year in one command, and says how many', async () => {
  // Today is 2026-11-21.
  await show(() => ({ body: {} }));
  await goTo('マスタ');
  added = 17;
  await press(/^祝日をまとめて入れる/);
  await screen.findByText('祝日を17日分入れました。');
  added = 0;
  await press(/^祝日をまとめて入れる/);
  await screen.findByText('今日から1年の祝日は、すべて入っています。');
  const year = { from: '2026-11-21', until: '2027-11-21' };
  expect(asked).toEqual([year, year]);
});

test('rooms that cannot be read leave no empty step: it says why and reads them again', async () => {
  await show(() => ({ body: {} }));
  let isBroken = true;
  serve({
    'GET /api/room-months': () =>
      isBroken ? { status: 403, body: { error: '権限がありません。', errors: [] } } : { body: [] },
  });
  const { container } = render(<RoomsStep rooms={3} />);
  expect((await screen.findByRole('alert')).textContent).toBe('権限がありません。');
  isBroken = false;
  await press(/^もう一度読み込む/);
  await waitFor(() => expect(container.querySelector('input')).not.toBeNull());
});
