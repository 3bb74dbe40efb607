import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { CsvRecord } from '@wire/csv-record.js';
import { type Calendar, openScreen } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { dialogOf } from '../support/dialogs.js';
import { failQuietly } from '../support/failing-calls.js';
import { buttonOf, fieldOf } from '../support/form.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const REGISTRATION = '/reservation-registration';
const ONLY_LOGGED = 'is only logged to the console, with no message';

const rows = {
  bookings: `A failed load of the bookings ${ONLY_LOGGED}`,
  rooms: `A failed load of the rooms ${ONLY_LOGGED}`,
  counts: `A failed load of the counts ${ONLY_LOGGED}`,
  weather: `A failed load of the weather ${ONLY_LOGGED}`,
  corporates: `A failed load of the corporate master ${ONLY_LOGGED}`,
  payments: `A failed load of the payment master ${ONLY_LOGGED}`,
  blacklist: `A failed load of the blacklist ${ONLY_LOGGED}`,
  booking: `A failed load of a booking for the form ${ONLY_LOGGED}`,
  imported: `A failed load of an imported record for the form ${ONLY_LOGGED}`,
  weatherUpdate: `A failed update of the weather ${ONLY_LOGGED}`,
  holidayUpdate: `A failed update of the holiday flag ${ONLY_LOGGED}`,
} as const;

/** Asks for other days while an indispensable call fails: what was shown stays. */
async function otherDaysFail(desk: Terminal, hotel: Hotel, calls: RegExp): Promise<void> {
  const [first, last] = [addDays(hotel.today, -2), addDays(hotel.today, 2)];
  const { firstDay, lastDay, header } = await deskAt(desk.page, REGISTRATION, { first, last });
  await failQuietly(desk, calls, async () => {
    await firstDay.fill(addDays(hotel.today, 60));
    await lastDay.fill(addDays(hotel.today, 70));
    await buttonOf(desk.page, '表示').click();
    await expect(firstDay).toHaveValue(first);
    await expect(lastDay).toHaveValue(last);
  });
  await expect(header('total', hotel.today)).toHaveText(/\d/);
}

/** Asks for other days while some of what their header says cannot be read. */
async function headerFails(desk: Terminal, hotel: Hotel, calls: RegExp): Promise<Calendar> {
  const [first, last] = [addDays(hotel.today, -3), addDays(hotel.today, 3)];
  const calendar = await deskAt(desk.page, REGISTRATION, { first: hotel.today, last });
  await failQuietly(desk, calls, async () => {
    await calendar.firstDay.fill(first);
    await buttonOf(desk.page, '表示').click();
    await expect(calendar.header('date', first)).toBeVisible();
  });
  return calendar;
}

const choicesOf = ({ page }: Terminal, label: string) => fieldOf(page, label).locator('option');

/** Opens the registration screen while a master list cannot be read. */
async function masterFails(desk: Terminal, calls: RegExp): Promise<void> {
  await failQuietly(desk, calls, async () => void (await openScreen(desk.page, REGISTRATION)));
}

/** Opens what an address names while it cannot be read: the form is a blank new one. */
async function addressedFails(desk: Terminal, address: string, calls: RegExp): Promise<void> {
  await failQuietly(
    desk,
    calls,
    async () => void (await openScreen(desk.page, `${REGISTRATION}/${address}`)),
  );
  await expect(buttonOf(desk.page, '登録')).toBeEnabled();
  await expect(fieldOf(desk.page, '宿泊者名')).toHaveValue('');
}

checkRows('8 Error catalogue: other load or update failures', rows, {
  bookings: ({ desk, hotel }) => otherDaysFail(desk, hotel, /\/api\/bookings\?/),
  rooms: ({ desk, hotel }) => otherDaysFail(desk, hotel, /\/api\/rooms\?/),

  async counts({ desk, hotel }) {
    const { header } = await headerFails(desk, hotel, /\/api\/booking_type_diff\?/);
    await expect(header('total', hotel.today)).toHaveText('');
    await expect(header('weekday', hotel.today)).toHaveText(/[日月火水木金土]/);
  },

  async weather({ desk, hotel }) {
    const yesterday = addDays(hotel.today, -1);
    expect((await hotel.weather(yesterday, yesterday))[0]?.weather).toBeTruthy();
    const { header } = await headerFails(desk, hotel, /\/api\/weather\?/);
    await expect(header('weather', yesterday)).toHaveText('');
    await expect(header('total', yesterday)).toHaveText(/\d/);
  },

  async corporates({ desk }) {
    await masterFails(desk, /\/api\/corporate_master\b/);
    await expect(choicesOf(desk, '法人')).toHaveCount(1);
    expect(await choicesOf(desk, '支払方法').count()).toBeGreaterThan(1);
  },

  async payments({ desk }) {
    await masterFails(desk, /\/api\/payment_master\b/);
    await expect(choicesOf(desk, '支払方法')).toHaveCount(1);
    expect(await choicesOf(desk, '法人').count()).toBeGreaterThan(1);
  },

  blacklist: ({ desk }) => masterFails(desk, /\/api\/blacklist\b/),

  async booking({ desk, hotel }) {
    const [booked] = await hotel.bookings(hotel.today, hotel.today);
    await addressedFails(desk, String(booked?.id), /\/api\/fetch-reservation-data\//);
  },

  async imported({ desk, hotel }) {
    const [record] = (await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed')).body;
    await addressedFails(desk, `${record?.id}?type=csvReservation`, /\/api\/fetch-csv-reservation-data\//);
  },

  async weatherUpdate({ desk, hotel }) {
    const [first, last] = [addDays(hotel.today, -1), addDays(hotel.today, 1)];
    const { header } = await deskAt(desk.page, REGISTRATION, { first, last });
    const before = await header('weather', hotel.today).textContent();
    await failQuietly(desk, /\/api\/weather(\/\d+)?$/, async () => {
      await header('weather', hotel.today).click();
      await fieldOf(desk.page, '天気').fill('黄砂');
      await dialogOf(desk.page).getByRole('button', { name: '保存' }).click();
    });
    await expect(header('weather', hotel.today)).toHaveText(before ?? '');
  },

  async holidayUpdate({ desk, hotel }) {
    const [first, last] = [addDays(hotel.today, -1), addDays(hotel.today, 1)];
    const { header } = await deskAt(desk.page, REGISTRATION, { first, last });
    const kind = (await header('weekday', hotel.today).getAttribute('data-kind')) ?? '';
    await failQuietly(desk, /\/api\/weather\/(\d+\/)?holiday$/, async () => {
      await header('weekday', hotel.today).click();
    });
    await expect(header('weekday', hotel.today)).toHaveAttribute('data-kind', kind);
  },
});
