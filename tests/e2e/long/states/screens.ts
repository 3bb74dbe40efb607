import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { CsvRecord } from '@wire/csv-record.js';
import { calendarOf, goTo } from '../../support/calendar.js';
import { importedBooking } from '../../support/channel.js';
import { dialogOf } from '../../support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm, searchRooms } from '../../support/form.js';
import { fillTwins, TWO_SMOKING_MEN } from '../../support/full-twins.js';
import type { Hotel } from '../../support/hotel.js';
import { expectPast, pastOf, positionNow } from '../../support/past.js';
import { openReports } from '../../support/reports.js';
import {
  askedErasure,
  erasedBooking,
  evidenceInTrouble,
  noEvents,
  openedEvent,
  shownHistory,
} from './audit.js';
import { askedPayment, deskWithEveryMark, nobodyAtDesk } from './desk.js';
import { foundGuests, heldElsewhere } from './find.js';
import { openedCellMenu, refusedDrag, takenUp } from './gesture.js';
import { askedHandover, editedNote, shownHandover } from './handover.js';
import {
  checkedFile,
  checkingFile,
  emptyQueue,
  importedRoom,
  importReport,
  nothingFound,
  queueWithTwins,
  roomTypes,
} from './import.js';
import {
  chosenFloor,
  concernedBookings,
  editedList,
  emptyMonth,
  refusedCell,
  refusedCsv,
  refusedRoom,
  shownCode,
  shownCopy,
} from './masters.js';
import { hinderedUndo, toldAct } from './undo.js';

/** Brings a page into a state that staff meet. */
type Reach = (page: Page, hotel: Hotel) => Promise<void>;

/** What of the screen is special about a state. */
export type ScreenPart = 'page' | 'form' | 'dialog';

const wholePage = (reach: Reach) => ({ part: 'page', reach }) as const;
const form = (reach: Reach) => ({ part: 'form', reach }) as const;
const dialog = (reach: Reach) => ({ part: 'dialog', reach }) as const;

const BLANK = '/reservation-registration';

async function openNew(page: Page, hotel: Hotel): Promise<void> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  await goTo(page, `${BLANK}/${id}`);
  await expect(buttonOf(page, '更新')).toBeVisible();
}

async function openCheckedIn(page: Page, hotel: Hotel): Promise<void> {
  const nights = await hotel.bookings(addDays(hotel.today, -1), hotel.today);
  const night = nights.find((one) => one.is_cancelled === 0 && one.checkin_date && !one.checkout_date);
  if (!night) throw new Error('nobody is in the house');
  await goTo(page, `${BLANK}/${night.id}`);
  await expect(page.getByText('チェックイン済み')).toBeVisible();
}

async function openImported(page: Page, hotel: Hotel): Promise<void> {
  const { body } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
  const record = body.find(({ booking_id }) => booking_id === null);
  if (!record) throw new Error('no failed record');
  await goTo(page, `${BLANK}/${record.id}?type=csvReservation`);
  await expect(page.getByRole('heading', { name: '自動登録データの登録' })).toBeVisible();
}

async function enterBlacklisted(page: Page, hotel: Hotel): Promise<void> {
  const { body } = await hotel.api.get<{ guest_name: string; tel: string | null }[]>('/api/blacklist');
  const entry = body.find(({ tel }) => tel === null);
  if (!entry) throw new Error('nobody on the blacklist has no phone');
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await goTo(page, BLANK);
  await enterBooking(page, stay, room.number, entry.guest_name);
  await buttonOf(page, '登録').click();
  await expect(dialogOf(page)).toContainText('ブラックリスト');
}

/** Some hundred events back, which have changed some of the stays in sight. */
async function openPast(page: Page, hotel: Hotel): Promise<void> {
  const position = (await positionNow(hotel)) - 600;
  await goTo(page, `/?as_of=${position}`);
  await expectPast(page, position);
}

/** Every screen, and every modal and state of each. */
export const SCREEN_STATES: Record<string, { part: ScreenPart; reach: Reach }> = {
  list: wholePage(async (page) => void (await goTo(page, '/'))),
  'list with a folded header': wholePage(async (page) => {
    await goTo(page, '/');
    await buttonOf(page, '見出しをたたむ').click();
    await expect(buttonOf(page, '見出しを広げる')).toBeVisible();
  }),
  'list, detail modal': dialog(async (page) => {
    const { grid } = await goTo(page, '/');
    await grid.locator('[data-booking-id]').first().click();
    await expect(dialogOf(page, '予約詳細')).toContainText('担当者');
  }),
  'list of the past': wholePage(openPast),
  'list of the past with differences': wholePage(async (page, hotel) => {
    await openPast(page, hotel);
    await pastOf(page).compare.click();
    const { differences } = pastOf(page);
    await expect(differences).toHaveAttribute('aria-busy', 'false');
    await differences.locator('[data-kind="changed"]').first().click();
    for (const kind of ['added', 'cancelled', 'changed']) {
      await expect(differences.locator(`[data-kind="${kind}"]`).first()).toBeAttached();
    }
  }),
  'list of the past, detail modal': dialog(async (page, hotel) => {
    await openPast(page, hotel);
    await calendarOf(page).grid.locator('[data-booking-id]').first().click();
    await expect(dialogOf(page, '予約詳細')).toContainText('過去の表示');
  }),
  'list, formula help': dialog(async (page) => {
    await goTo(page, '/');
    await buttonOf(page, '予約数の計算式').click();
    await expect(dialogOf(page, '予約数の計算式')).toBeVisible();
  }),
  'key sheet': dialog(async (page) => {
    await goTo(page, '/');
    await page.keyboard.press('?');
    await expect(dialogOf(page, 'キー操作一覧')).toBeVisible();
  }),
  'an address without a screen': wholePage(async (page) => {
    await page.goto('/nowhere');
    await expect(page.getByText('この画面はありません。')).toBeVisible();
  }),
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
    await calendar.header('weather', today).click();
    await expect(dialogOf(page)).toContainText('天気の登録');
  }),
  'registration, blacklisted guest': dialog(enterBlacklisted),
  'registration, imported record': form(openImported),
  'registration, imported room of two': form(importedRoom),
  'registration, edit': wholePage(openNew),
  'registration, edit of a guest in the house': form(openCheckedIn),
  'registration, menu of a booking': wholePage(openedCellMenu),
  'registration, a booking taken up': wholePage(takenUp),
  'registration, a drag refused': wholePage(refusedDrag),
  'registration, cancel asked': dialog(async (page, hotel) => {
    await openNew(page, hotel);
    await buttonOf(page, '予約取消').click();
    await expect(dialogOf(page, '予約取消の確認')).toBeVisible();
  }),
  'registration, return asked': dialog(async (page, hotel) => {
    const { id } = await importedBooking(hotel, '確認 太郎');
    await goTo(page, `${BLANK}/${id}`);
    await buttonOf(page, '自動登録失敗に戻す').click();
    await expect(dialogOf(page, '自動登録失敗に戻す確認')).toBeVisible();
  }),
  'registration, history': dialog(shownHistory),
  'registration, erased guest': form(erasedBooking),
  'erasure asked': dialog(askedErasure),
  'an act that is told': wholePage(async (page, hotel) => void (await toldAct(page, hotel))),
  'an act that cannot be taken back whole': dialog(hinderedUndo),
  reports: wholePage(async (page) => void (await openReports(page))),
  'reports, by source': wholePage(async (page) => {
    await openReports(page, '?period=today&compare=none');
    await page.getByRole('tab', { name: '予約媒体別' }).click();
  }),
  'guests found': wholePage(foundGuests),
  'registration, room held elsewhere': wholePage(heldElsewhere),
  handover: wholePage(shownHandover),
  'handover, a note edited': wholePage(editedNote),
  'handover, its end asked': dialog(askedHandover),
  audit: wholePage(openedEvent),
  'audit, nothing found': wholePage(noEvents),
  'audit, evidence in trouble': wholePage(evidenceInTrouble),
  'masters, rooms of a floor chosen': wholePage(chosenFloor),
  'masters, a cell refused': wholePage(refusedCell),
  'masters, a month without rooms': wholePage(emptyMonth),
  'masters, bookings concerned': dialog(concernedBookings),
  'masters, a month to be copied': wholePage(shownCopy),
  'masters, a new room refused': wholePage(refusedRoom),
  'masters, a file refused': wholePage(refusedCsv),
  'masters, a list edited': wholePage(editedList),
  'masters, a one-time code': dialog(shownCode),
  'front desk': wholePage(deskWithEveryMark),
  'front desk, nobody found': wholePage(nobodyAtDesk),
  'front desk, way of paying asked': dialog(askedPayment),
  'automatic registration': wholePage(queueWithTwins),
  'automatic registration, nothing failed': wholePage(emptyQueue),
  'automatic registration, nothing found': wholePage(nothingFound),
  'automatic registration, a file being looked at': wholePage(checkingFile),
  'automatic registration, a file looked at': wholePage(checkedFile),
  'automatic registration, a report': wholePage(importReport),
  'automatic registration, room types': wholePage(roomTypes),
};
