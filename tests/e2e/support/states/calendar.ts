import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { CsvRecord } from '@wire/csv-record.js';
import { io } from 'socket.io-client';
import { holding } from '#tests/support/activities.js';
import { openHistory } from '../audit.js';
import { calendarOf, goTo } from '../calendar.js';
import { anUnknownType, importedBooking, importRows, recordsOf, rowFor } from '../channel.js';
import {
  acceptAlert,
  buttonOf,
  chooseRoom,
  dialogOf,
  enterBooking,
  fieldOf,
  fillForm,
  findBoxOf,
  searchRooms,
} from '../controls.js';
import { fillTwins, TWO_SMOKING_MEN } from '../full-twins.js';
import { dragOver, menuOf, openGrid, wordsOf } from '../gestures.js';
import type { Hotel } from '../hotel.js';
import { expectPast, openPast as openListAsOf, pastOf, positionNow } from '../past.js';
import { dialog, form, type States, wholePage } from './state.js';

const BLANK = '/reservation-registration';

const list = (page: Page) => goTo(page, '/');

async function bookedRoom(hotel: Hotel, fields: Record<string, unknown> = {}) {
  const [stay, room, other] = await hotel.freeStay();
  return { stay, room, other, ...(await hotel.book(stay, room, fields)) };
}

async function openNew(page: Page, hotel: Hotel): Promise<void> {
  const { id } = await bookedRoom(hotel);
  await goTo(page, `${BLANK}/${id}`);
  await expect(buttonOf(page, '更新')).toBeVisible();
}

/** Before one stay in sight was changed, one cancelled and one booked. */
async function openPast(page: Page, hotel: Hotel): Promise<void> {
  const [stay, ...rooms] = await hotel.freeStay();
  const [one, other] = [await hotel.book(stay, rooms[0]), await hotel.book(stay, rooms[1])];
  const position = await positionNow(hotel);
  await openListAsOf(page, position, stay);
  await hotel.amend(one.id, { guest_name_1: '変更 一' });
  await hotel.cancel(other.id);
  await hotel.book(stay, rooms[1]);
  await expectPast(page, position);
}

/** A booking in the calendar, and a cell of another room. */
async function openBooked(page: Page, hotel: Hotel, locked: 0 | 1) {
  const { stay, room, other } = await bookedRoom(hotel, { room_move_lock: locked });
  const { cell } = await openGrid(page, stay);
  return { own: cell(room.number, stay.start), other: cell(other.number, stay.start) };
}

/** A cancelled booking of the past, and all that happened to it. */
async function openPastHistory(page: Page, hotel: Hotel): Promise<number> {
  const stay = hotel.pastStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { tel: '090-0000-9999', notes: '静かな部屋' });
  await hotel.amend(id, { total_fee: 9_000 });
  await hotel.cancel(id);
  await goTo(page, `${BLANK}/${id}`);
  await openHistory(page);
  return id;
}

/** The line that tells of what was just done. */
async function saveChange(page: Page, hotel: Hotel): Promise<number> {
  const { id } = await bookedRoom(hotel, { guest_name_1: '外観 戻子', tel: '03-0000-0000' });
  await goTo(page, `${BLANK}/${id}`);
  await fillForm(page, { 備考: '高層階希望', 電話番号: '03-1111-1111' });
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  await expect(page.locator('.undo-toast')).toContainText('外観 戻子');
  return id;
}

export const listStates: States = {
  list: wholePage(async (page) => void (await list(page))),
  'list with a folded header': wholePage(async (page) => {
    await list(page);
    await buttonOf(page, '見出しをたたむ').click();
    await expect(buttonOf(page, '見出しを広げる')).toBeVisible();
  }),
  'list, detail modal': dialog(async (page) => {
    await (await list(page)).grid.locator('[data-booking-id]').first().click();
    await expect(dialogOf(page, '予約詳細')).toContainText('担当者');
  }),
  'list of the past': wholePage(openPast),
  'list of the past with differences': wholePage(async (page, hotel) => {
    await openPast(page, hotel);
    await pastOf(page).compare.click();
    const { differences } = pastOf(page);
    await expect(differences).toHaveAttribute('aria-busy', 'false');
    await differences.locator('[data-kind="changed"]').first().click();
    for (const kind of ['added', 'cancelled', 'changed'])
      await expect(differences.locator(`[data-kind="${kind}"]`).first()).toBeAttached();
  }),
  'list of the past, detail modal': dialog(async (page, hotel) => {
    await openPast(page, hotel);
    await calendarOf(page).grid.locator('[data-booking-id]').first().click();
    await expect(dialogOf(page, '予約詳細')).toContainText('過去の表示');
  }),
  'list, formula help': dialog(async (page) => {
    await list(page);
    await buttonOf(page, '予約数の計算式').click();
    await expect(dialogOf(page, '予約数の計算式')).toBeVisible();
  }),
  'key sheet': dialog(async (page) => {
    await list(page);
    await page.keyboard.press('?');
    await expect(dialogOf(page, 'キー操作一覧')).toBeVisible();
  }),
  'an address without a screen': wholePage(async (page) => {
    await page.goto('/nowhere');
    await expect(page.getByText('この画面はありません。')).toBeVisible();
  }),
  'guests found': wholePage(async (page) => {
    await goTo(page, '/reservation-status');
    await findBoxOf(page).type('田');
    await expect(findBoxOf(page).options.first()).toBeVisible();
  }),
};

export const registrationStates: States = {
  'registration, blank': wholePage(async (page) => void (await goTo(page, BLANK))),
  'registration, a date selected': wholePage(async (page, { today }) => {
    const calendar = await goTo(page, BLANK);
    await calendar.header('date', today).click();
    await expect(calendar.header('date', today)).toHaveAttribute('aria-selected', 'true');
  }),
  'registration, errors at fields': form(async (page) => {
    await goTo(page, BLANK);
    const wrong = { チェックイン日: '99', チェックイン時間: '15:07', 宿泊者名: '鍵', 合計料金: '千円' };
    await fillForm(page, { チェックアウト日: 'いつか', 予約者名: '', 利用ポイント: '', ...wrong });
    await expect(fieldOf(page, '合計料金')).toHaveAttribute('aria-invalid', 'true');
  }),
  'registration, alert': dialog(async (page) => {
    await goTo(page, BLANK);
    await buttonOf(page, '登録').click();
    await expect(dialogOf(page, '入力内容にエラーがあります')).toBeVisible();
  }),
  'registration, rooms found for two': wholePage(async (page, hotel) => {
    await goTo(page, BLANK);
    await searchRooms(page, hotel.nextStay(), { 男性: '1', 女性: '1' });
    await expect(calendarOf(page).grid.locator('[data-candidate="true"]').first()).toBeVisible();
  }),
  'registration, rooms found tonight': wholePage(async (page, hotel) => {
    await goTo(page, BLANK);
    await searchRooms(page, { start: hotel.today, end: addDays(hotel.today, 1) });
  }),
  'registration, full house': wholePage(async (page, hotel) => {
    const { stay } = await fillTwins(hotel);
    await goTo(page, BLANK);
    await fillForm(page, { チェックイン日: stay.start, チェックアウト日: stay.end, ...TWO_SMOKING_MEN });
    await buttonOf(page, '部屋検索').click();
    await page.getByRole('region', { name: '空室の提案' }).getByRole('button').first().focus();
    await expect(page.locator('[data-preview="wanted"]')).toBeVisible();
  }),
  'registration, date picker': dialog(async (page) => {
    await goTo(page, BLANK);
    await buttonOf(page, 'カレンダーから選ぶ').last().click();
    await expect(dialogOf(page, '日付の選択')).toBeVisible();
  }),
  'registration, input set aside': form(async (page) => {
    await goTo(page, BLANK);
    await fillForm(page, { 予約者名: '途中 太郎' });
    await buttonOf(page, 'クリア').click();
    await expect(fieldOf(page, '予約者名')).toHaveValue('');
  }),
  'registration, weather modal': dialog(async (page, { today }) => {
    const calendar = await goTo(page, BLANK);
    // An earlier state has folded the header, which the terminal remembers.
    const unfold = buttonOf(page, '見出しを広げる');
    if (await unfold.isVisible()) await unfold.click();
    await calendar.header('weather', today).click();
    await expect(dialogOf(page)).toContainText('天気の登録');
  }),
  'registration, blacklisted guest': dialog(async (page, hotel) => {
    const { body } = await hotel.api.get<{ guest_name: string; tel: string | null }[]>('/api/blacklist');
    const entry = body.find(({ tel }) => tel === null);
    if (!entry) throw new Error('nobody on the blacklist has no phone');
    const [stay, room] = await hotel.freeStay();
    await goTo(page, BLANK);
    await enterBooking(page, stay, room.number, entry.guest_name);
    await buttonOf(page, '登録').click();
    await expect(dialogOf(page)).toContainText('ブラックリスト');
  }),
  'registration, imported record': form(async (page, hotel) => {
    const { body } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
    const record = body.find(({ booking_id }) => booking_id === null);
    await goTo(page, `${BLANK}/${record?.id}?type=csvReservation`);
    await expect(page.getByRole('heading', { name: '自動登録データの登録' })).toBeVisible();
  }),
  'registration, imported room of two': form(async (page, hotel) => {
    const two = { 部屋数: '2', 男性人数: '2', 大人人数: '2', 合計料金: '16001', 請求料金: '1' };
    const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), ...two });
    await importRows(hotel, row);
    const [record] = await recordsOf(hotel, row.予約番号);
    await goTo(page, `${BLANK}/${record?.id}?type=csvReservation`);
    await expect(page.getByText('2室中1室目')).toBeVisible();
  }),
  'registration, edit': wholePage(openNew),
  'registration, edit of a guest in the house': form(async (page, hotel) => {
    const nights = await hotel.bookings(addDays(hotel.today, -1), hotel.today);
    const night = nights.find((one) => one.is_cancelled === 0 && one.checkin_date && !one.checkout_date);
    await goTo(page, `${BLANK}/${night?.id}`);
    await expect(page.getByText('チェックイン済み')).toBeVisible();
  }),
  'registration, menu of a booking': wholePage(async (page, hotel) => {
    await (await openBooked(page, hotel, 0)).own.click({ button: 'right' });
    await expect(menuOf(page)).toBeVisible();
  }),
  'registration, a booking taken up': wholePage(async (page, hotel) => {
    await (await openBooked(page, hotel, 0)).own.focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await expect(wordsOf(page)).toBeVisible();
  }),
  'registration, a drag refused': wholePage(async (page, hotel) => {
    const { own, other } = await openBooked(page, hotel, 1);
    await dragOver(page, own, [other]);
    await expect(wordsOf(page)).toContainText('部屋移動不可');
  }),
  'registration, cancel asked': dialog(async (page, hotel) => {
    await openNew(page, hotel);
    await buttonOf(page, '予約取消').click();
    await expect(dialogOf(page, '予約取消の確認')).toBeVisible();
  }),
  'registration, return asked': dialog(async (page, hotel) => {
    const { id } = await importedBooking(hotel, '確認 太郎');
    await goTo(page, `${BLANK}/${id}`);
    await buttonOf(page, '自動登録失敗に戻す').click();
    await expect(dialogOf(page, '自動登録失敗に戻す操作の確認')).toBeVisible();
  }),
  'registration, history': dialog(async (page, hotel) => void (await openPastHistory(page, hotel))),
  'registration, erased guest': form(async (page, hotel) => {
    const id = await openPastHistory(page, hotel);
    await page.keyboard.press('Escape');
    await hotel.api.post(`/api/booking/${id}/erasure`, { reason: '依頼', booking_ids: [id] });
    await expect(page.getByText('個人情報は削除されています。')).toBeVisible();
  }),
  'erasure asked': dialog(async (page, hotel) => {
    await bookedRoom(hotel, { tel: '090-0000-9999' }); // Which can't be erased yet.
    await openPastHistory(page, hotel);
    await buttonOf(page, 'その他の操作').last().click();
    await page.getByRole('menuitem', { name: '個人情報の削除…' }).click();
    await expect(dialogOf(page, '個人情報の削除')).toBeVisible();
  }),
  'an act that is told': wholePage(async (page, hotel) => void (await saveChange(page, hotel))),
  'an act that cannot be taken back whole': dialog(async (page, hotel) => {
    const id = await saveChange(page, hotel);
    await hotel.amend(id, { tel: '03-2222-2222' });
    await page.keyboard.press('Alt+z');
    await expect(dialogOf(page, 'すべては元に戻せません')).toContainText('電話番号');
  }),
  'registration, room held elsewhere': wholePage(async (page, hotel) => {
    const [stay, room] = await hotel.freeStay();
    const auth = { log_id: null, position: null, terminal_id: 'held-elsewhere', terminal: '事務所' };
    const socket = io(hotel.url, { auth, transports: ['websocket'], forceNew: true });
    page.once('close', () => socket.disconnect());
    socket.once('reload', () => socket.emit('activity', holding(room.number, stay.start, stay.end)));
    await goTo(page, BLANK);
    await searchRooms(page, stay);
    await chooseRoom(page, room.number);
    await expect(page.locator('.hold-notice')).toContainText('事務所');
    await expect(calendarOf(page).cell(room.number, stay.start)).toHaveAttribute('data-holder', '事務所');
  }),
};
