import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { openScreen } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { acceptAlert, answer } from '../support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm } from '../support/form.js';
import { formContents } from '../support/form-contents.js';
import { holdAnswers } from '../support/held-answers.js';
import type { Hotel } from '../support/hotel.js';
import { checkRows } from './check-rows.js';

const PATH = '/reservation-registration';

const rows = {
  newMode: 'form mode: new registration',
  editByClick: 'edit starts after a booked cell is clicked',
  editById: 'edit starts after a reservation is opened by id',
  saveResets: 'saving an edit resets the form to blank defaults',
  cancelResets: 'cancelling an edit resets the form to blank defaults',
  cancelledResets: 'cancelling the edited booking resets the form to blank defaults',
  blocked: 'save: while a save is in progress, a second submit is blocked',
} as const;

async function booked(hotel: Hotel) {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const details = { guest_name_1: '状態 太郎', purpose: '観光', notes: '窓側', room_move_lock: 1 } as const;
  const booking = await hotel.book(stay, room, details);
  return { booking, room, range: { first: addDays(stay.start, -1), last: addDays(stay.end, 1) } };
}

async function expectMode(page: Page, mode: 'new' | 'edit'): Promise<void> {
  const [submit, other] = mode === 'new' ? ['登録', '更新'] : ['更新', '登録'];
  await expect(buttonOf(page, submit)).toBeVisible();
  await expect(buttonOf(page, other)).toBeHidden();
  await expect(page.getByRole('heading', { name: mode === 'new' ? '新規予約' : '編集中' })).toBeVisible();
}

/** What a form holds that nobody has typed into. */
async function blankForm(page: Page) {
  await openScreen(page, PATH);
  const blank = await formContents(page);
  expect(blank).toMatchObject({
    宿泊者名: '',
    利用目的: '出張',
    予約媒体: '自社',
    合計料金: '0',
    禁煙: true,
  });
  return blank;
}

async function openedForEdit(page: Page, hotel: Hotel) {
  const opened = await booked(hotel);
  await openScreen(page, `${PATH}/${opened.booking.id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('状態 太郎');
  return opened;
}

checkRows('4 states: the form', rows, {
  async newMode({ desk: { page } }) {
    await openScreen(page, PATH);
    await expectMode(page, 'new');
    for (const name of ['予約取消', '自動登録失敗に戻す', '新規に戻る']) {
      await expect(buttonOf(page, name)).toBeHidden();
    }
  },

  async editByClick({ desk: { page }, hotel }) {
    const { booking, room, range } = await booked(hotel);
    const calendar = await deskAt(page, PATH, range);
    await expectMode(page, 'new');
    await calendar.cell(room.number, booking.stay_start).click();
    await expectMode(page, 'edit');
    await expect(fieldOf(page, '備考')).toHaveValue('窓側');
    await buttonOf(page, '新規に戻る').click();
    await expectMode(page, 'new');
  },

  async editById({ desk: { page }, hotel }) {
    await openedForEdit(page, hotel);
    await expectMode(page, 'edit');
    await expect(fieldOf(page, '備考')).toHaveValue('窓側');
  },

  async saveResets({ desk: { page }, hotel }) {
    const blank = await blankForm(page);
    const { booking } = await openedForEdit(page, hotel);
    await fillForm(page, { 備考: '朝食付', 合計料金: '9,900' });
    await buttonOf(page, '更新').click();
    await acceptAlert(page, '予約が更新されました！');
    await expectMode(page, 'new');
    expect(await formContents(page)).toEqual(blank);
    expect(await hotel.booking(booking.id)).toMatchObject({ version: 2, notes: '朝食付', total_fee: 9900 });
  },

  async cancelResets({ desk: { page }, hotel }) {
    const blank = await blankForm(page);
    for (const button of ['新規に戻る', 'クリア']) {
      const { booking } = await openedForEdit(page, hotel);
      expect(await formContents(page)).not.toEqual(blank);
      await buttonOf(page, button).click();
      await expectMode(page, 'new');
      expect(await formContents(page)).toEqual(blank);
      expect(await hotel.booking(booking.id)).toMatchObject({ version: 1, notes: '窓側', is_cancelled: 0 });
    }
  },

  async cancelledResets({ desk: { page }, hotel }) {
    const blank = await blankForm(page);
    await openedForEdit(page, hotel);
    await buttonOf(page, '予約取消').click();
    await answer(page, '取り消します', '予約取消');
    await acceptAlert(page, '予約がキャンセルされました');
    await expectMode(page, 'new');
    expect(await formContents(page)).toEqual(blank);
  },

  async blocked({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    await openScreen(page, PATH);
    await enterBooking(page, stay, room.number, '一度 太郎');
    const held = await holdAnswers(page, 'POST', /\/api\/booking$/);
    await buttonOf(page, '登録').click();
    await expect(buttonOf(page, '登録')).toBeDisabled();
    await expect(buttonOf(page, 'クリア')).toBeDisabled();
    await fieldOf(page, '予約番号').press('Enter');
    await page.getByRole('form', { name: '予約フォーム' }).evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
    });
    await held.release();
    await acceptAlert(page, '登録');
    expect(held.requests).toHaveLength(1);
    await expect(buttonOf(page, '登録')).toBeEnabled();
    const nights = await hotel.bookings(stay.start, stay.start);
    expect(nights.filter(({ guest_name_1 }) => guest_name_1 === '一度 太郎')).toHaveLength(1);
  },
});
