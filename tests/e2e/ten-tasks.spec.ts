import { addDays, type Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { around, goTo } from './support/calendar.js';
import { anUnknownType, importRows, openQueue, recordOf, rowFor } from './support/channel.js';
import { buttonOf, dialogOf, fieldOf, findBoxOf, press, roomOptions, tabTo } from './support/controls.js';
import { pick, within } from './support/effort.js';
import { bookAtDesk, freeRoom, openDesk } from './support/front-desk.js';
import { dragOver, entryOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

/*
 * The commonest tasks of a front desk, by keys alone and by the pointer, each with so many keys and clicks at most
 * (`.docs/desk.md`); names and figures that are typed do not count.
 */

const FORM = '/reservation-registration';

type Way = 'keys' | 'pointer';
type Party = { stay: Stay; men: 1 | 2; name: string; room: string };

/** Goes to a field by Tab or by a click; what it holds is replaced by what is typed next. */
async function reach(page: Page, label: string, way: Way): Promise<void> {
  const field = fieldOf(page, label);
  if (way === 'keys') await tabTo(page, field);
  else await field.click();
  if ((await field.inputValue()) !== '') await press(page, 'Control+a');
}

async function choose(page: Page, label: string, value: string, text: string, way: Way): Promise<void> {
  if (way === 'pointer') return pick(fieldOf(page, label), value);
  await tabTo(page, fieldOf(page, label));
  await page.keyboard.type(text);
}

async function chooseRoom(page: Page, room: string, way: Way): Promise<void> {
  const option = roomOptions(page).filter({ hasText: new RegExp(`^${room}(\\D|$)`) });
  await expect(option).toBeAttached();
  await choose(page, 'ルームタイプ', (await option.getAttribute('value')) ?? '', room, way);
}

/** Waits for what an alert says, and closes it. */
async function accept(page: Page, text: string, way: Way): Promise<void> {
  const alert = dialogOf(page);
  await expect(alert).toContainText(text);
  const ok = alert.getByRole('button', { name: 'OK', exact: true });
  await expect(ok).toBeFocused();
  if (way === 'keys') await press(page, 'Enter');
  else await ok.click();
  await expect(alert).toBeHidden();
}

const run = (page: Page, way: Way, key: string, button: Locator) =>
  way === 'keys' ? press(page, key) : button.click();

/** Fills in the stay, the party and the room. */
async function enterPlace(page: Page, { stay, men, room }: Omit<Party, 'name'>, way: Way): Promise<void> {
  await expect(buttonOf(page, '部屋検索')).toBeVisible();
  await reach(page, 'チェックイン日', way);
  await page.keyboard.type(stay.start.replaceAll('-', '/'));
  await reach(page, 'チェックアウト日', way);
  await page.keyboard.type('+2');
  await choose(page, '男性', String(men), String(men), way);
  await run(page, way, 'Alt+r', buttonOf(page, '部屋検索'));
  await chooseRoom(page, room, way);
  await reach(page, 'チェックイン時間', way);
  await page.keyboard.type('1500');
}

/** Fills the form for a new guest, who books in person, up to but not including 登録. */
async function enter(page: Page, { name, ...place }: Party, way: Way): Promise<void> {
  await enterPlace(page, place, way);
  for (const [label, text] of [
    ['予約者名', name],
    ['合計料金', '8000'],
  ] as const) {
    await reach(page, label, way);
    await page.keyboard.type(text);
  }
}

async function register(page: Page, way: Way): Promise<void> {
  await run(page, way, 'Control+Enter', buttonOf(page, '登録'));
  await accept(page, '登録', way);
}

/** Two rooms for two men each that nobody has around a stay. */
async function freeTwins(hotel: Hotel, { start, end }: Stay): Promise<[string, string]> {
  const months = await hotel.rooms(start, start);
  const nights = await hotel.bookings(addDays(start, -3), addDays(end, 3));
  const taken = new Set(
    nights.filter(({ is_cancelled }) => is_cancelled === 0).map(({ room_id }) => room_id),
  );
  const [one, two] = months.filter(
    ({ id, room_type, smoking_status, reservable_status, corporate }) =>
      `${room_type} ${smoking_status} ${reservable_status} ${corporate}` === 'ツイン 禁煙 予約可能 0' &&
      !taken.has(id),
  );
  if (!one || !two) throw new Error('fewer than two twins are free');
  return [one.room_number, two.room_number];
}

for (const way of ['keys', 'pointer'] as const) {
  const isKeys = way === 'keys';
  /** Most keys, or most clicks with at most the keys that replace what a field holds. */
  const most = (keys: number, clicks: number, besides = 0) =>
    isKeys ? { keys, clicks: 0 } : { keys: besides, clicks };
  const name = (task: string) => `${task}, by ${isKeys ? 'keys alone' : 'the pointer'} @long`;

  test(name('a walk-in of one guest'), async ({ hotel, desk: { page } }) => {
    const [stay, room] = await hotel.freeStay();
    await goTo(page, '/');
    await within(page, most(25, 14, 1), async () => {
      await run(page, way, 'Alt+o', page.getByRole('link', { name: '予約登録' }));
      if (isKeys) await press(page, 'Alt+k');
      await enter(page, { stay, men: 1, name: '飛込 太郎', room: room.number }, way);
      await register(page, way);
    });
  });

  test(name('a second booking in a row begins in the empty form'), async ({ hotel, desk: { page } }) => {
    const [first, firstRoom] = await hotel.freeStay();
    const [second, secondRoom] = await hotel.freeStay();
    await goTo(page, FORM);
    await enter(page, { stay: first, men: 1, name: `一件目 ${way}`, room: firstRoom.number }, way);
    await register(page, way);
    await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
    await within(page, most(14, 12, 1), async () => {
      await enter(page, { stay: second, men: 1, name: `二件目 ${way}`, room: secondRoom.number }, way);
      await register(page, way);
    });
    const saved = await hotel.bookings(second.start, second.start);
    expect(saved.find(({ guest_name_1 }) => guest_name_1 === `二件目 ${way}`)).toMatchObject({
      ...{ stay_start: second.start, reserver_name: `二件目 ${way}`, mens_count: 1, total_fee: 8000 },
      ...{ tel: '', notes: '' },
    });
  });

  test(
    name('a returning guest is known by the phone, and nothing is typed anew'),
    async ({ hotel, desk: { page } }) => {
      const guest = {
        ...{ guest_name_1: `常連 ${way}`, guest_name1_kana: 'ジョウレン', reserver_name: `常連 ${way}` },
        ...{
          reserver_name_kana: 'ジョウレン',
          tel: `090-5555-${isKeys ? '0001' : '0002'}`,
          notes: '高層階希望',
        },
      };
      const before = await bookAtDesk(hotel, -9, 1, guest);
      const [stay, room] = await hotel.freeStay();
      await goTo(page, FORM);
      await enterPlace(page, { stay, men: 1, room: room.number }, way);
      await within(page, most(11, 6, 1), async () => {
        await reach(page, '電話番号', way);
        await page.keyboard.type(guest.tel);
        const offered = page.getByRole('listbox', { name: '以前の宿泊者' }).getByRole('option');
        await expect(offered).toContainText(new RegExp(`^前回 .*${before.room}.* 2回目`));
        if (isKeys) await press(page, 'ArrowDown', 'Enter');
        else await offered.click();
        await reach(page, '合計料金', way);
        await page.keyboard.type('8000');
        await register(page, way);
      });
      const saved = (await hotel.bookings(stay.start, stay.start)).find(({ tel }) => tel === guest.tel);
      expect(saved).toMatchObject(guest);
      await hotel.cancel(saved?.id ?? 0);
    },
  );

  test(
    name('a walk-in who stays from today pays, is in and has a receipt'),
    async ({ hotel, desk: { page } }) => {
      const stay = { start: hotel.today, end: addDays(hotel.today, 2) };
      const room = await freeRoom(
        hotel,
        stay,
        (month) => month.smoking_status === '禁煙' && month.room_type === 'シングル' && month.corporate === 0,
      );
      await goTo(page, '/');
      await page.evaluate(() => {
        window.print = () => Object.assign(window, { printed: document.body.textContent });
      });
      await within(page, most(30, 17, 1), async () => {
        await run(page, way, 'Alt+o', page.getByRole('link', { name: '予約登録' }));
        if (isKeys) await press(page, 'Alt+k');
        await enter(page, { stay, men: 1, name: `当日 ${way}`, room: room.number }, way);
        await run(page, way, 'Alt+i', buttonOf(page, '登録してチェックイン'));
        const panel = page.getByRole('complementary', { name: '予約の内容' });
        await expect(panel.getByRole('radio').first()).toBeFocused();
        await expect(panel).toContainText('お支払い ¥8,000');
        await run(page, way, 'Enter', panel.getByRole('button', { name: '入金してチェックイン' }));
        await expect(panel.getByRole('button', { name: '領収書' })).toBeFocused();
        await run(page, way, 'Enter', panel.getByRole('button', { name: '領収書' }));
        const issue = buttonOf(page, '発行して印刷');
        if (isKeys) await tabTo(page, issue);
        await run(page, way, 'Enter', issue);
        await expect.poll(() => page.evaluate(() => 'printed' in window)).toBe(true);
      });
      const walkIn = (await hotel.bookings(stay.start, stay.start)).find(
        ({ guest_name_1 }) => guest_name_1 === `当日 ${way}`,
      );
      expect(walkIn).toMatchObject({ payment_flag: 1, checkin_date: hotel.today });
    },
  );

  test(
    name('a party of four in two rooms takes at most 1.4 times what a party of two takes'),
    async ({ hotel, desk: { page } }) => {
      const [two, four] = [hotel.nextStay(), hotel.nextStay()];
      const [room] = await freeTwins(hotel, two);
      await goTo(page, FORM);
      if (isKeys) await press(page, 'Alt+k');
      const one = await within(page, most(25, 13, 1), async () => {
        await enter(page, { stay: two, men: 2, name: '二名 太郎', room }, way);
        await register(page, way);
      });
      const rooms = await freeTwins(hotel, four);
      await goTo(page, FORM);
      if (isKeys) await press(page, 'Alt+k');
      await within(page, most(1.4 * one.keys, 1.4 * one.clicks, 1), async () => {
        await enter(page, { stay: four, men: 2, name: '四名 太郎', room: rooms[0] }, way);
        await run(page, way, 'Alt+b', buttonOf(page, 'もう1室'));
        await accept(page, '登録', way);
        await chooseRoom(page, rooms[1], way);
        await register(page, way);
      });
      const names = (await hotel.bookings(four.start, four.start)).filter(
        ({ guest_name_1 }) => guest_name_1 === '四名 太郎',
      );
      expect(names.map(({ mens_count }) => mens_count)).toEqual([2, 2]);
    },
  );

  test(
    name('who arrives pays and is in, who leaves pays and is out, each in one step'),
    async ({ hotel, desk: { page } }) => {
      const guest = { guest_name_1: `三手 ${way}`, total_fee: 9_000 };
      const arriving = await bookAtDesk(hotel, 0, 2, guest);
      const leaving = await bookAtDesk(hotel, -1, 1, guest);
      await hotel.api.post(`/api/booking/${leaving.id}/check-in`, { date: leaving.stay_start });
      const desk = await openDesk(page);
      const panel = page.getByRole('complementary', { name: '予約の内容' });
      const stateOf = async (id: number) => {
        const { payment_flag, checkin_date, checkout_date } = await hotel.booking(id);
        return { paid: payment_flag, in: checkin_date !== null, out: checkout_date !== null };
      };
      const before = { arriving: await stateOf(arriving.id), leaving: await stateOf(leaving.id) };
      for (const [tab, { id }, action, was, then] of [
        ['到着', arriving, '入金してチェックイン', before.arriving, { paid: 1, in: true, out: false }],
        ['出発', leaving, '精算してチェックアウト', before.leaving, { paid: 1, in: true, out: true }],
      ] as const) {
        await desk.tab(tab).click();
        await desk.filter.fill(guest.guest_name_1);
        await desk.filter.press('Enter');
        await expect(desk.row(id)).toBeFocused();
        await within(page, most(3, 3), async () => {
          await run(page, way, 'Enter', desk.row(id));
          const primary = panel.getByRole('button', { name: action });
          await expect(primary).toBeFocused();
          await run(page, way, 'Enter', primary);
          await expect(panel.getByRole('radio').first()).toBeFocused();
          await expect(panel.getByRole('form', { name: '入金' })).toContainText('お支払い ¥9,000');
          await run(page, way, 'Enter', primary);
          await expect.poll(() => stateOf(id)).toEqual(then);
        });
        await page.getByRole('button', { name: new RegExp(`^操作を元に戻す：.*${action}`) }).click();
        await expect.poll(() => stateOf(id)).toEqual(was);
        await expect(page.locator('.undo-toast')).toContainText('元に戻しました');
        await press(page, 'Escape');
        await expect(panel).toHaveCount(0);
      }
      if (!isKeys) return;
      await desk.tab('到着').click();
      await desk.row(arriving.id).focus();
      await within(page, most(3, 0), async () => {
        await press(page, 'i');
        await expect(desk.ways.getByRole('radio').first()).toBeFocused();
        await press(page, '2', 'Enter');
        await expect.poll(() => stateOf(arriving.id)).toEqual({ paid: 1, in: true, out: false });
      });
    },
  );

  test(name('a failed record with a free room is registered'), async ({ hotel, desk: { page } }) => {
    const guest = `失敗 ${way}`;
    const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: guest });
    await importRows(hotel, row);
    const queue = await openQueue(page, row.予約番号);
    await expect(queue.rows).toHaveCount(1);
    await press(page, 'Alt+j');
    await expect(queue.row(row.予約番号)).toBeFocused();
    await within(page, most(2, 2), async () => {
      await run(page, way, 'Enter', queue.row(row.予約番号));
      const registering = page.getByRole('button', { name: /^\d+号室に登録$/ });
      await expect(registering).toBeFocused();
      await run(page, way, 'Enter', registering);
      await expect.poll(() => recordOf(hotel, row.予約番号)).toMatchObject({ status: 'registered' });
    });
  });

  test(
    name('a stay is moved to another room, extended by a night, and cancelled'),
    async ({ hotel, desk: { page } }) => {
      const [stay, room, other] = await hotel.freeStay();
      const { id } = await hotel.book(stay, room, { guest_name_1: '変更 太郎' });
      const { cell, roomHead } = await goTo(page, FORM, around(stay));
      const [from, to] = [cell(room.number, stay.start), cell(other.number, stay.start)];
      const rowOf = async (number: string) => Number(await roomHead(number).getAttribute('aria-rowindex'));
      const down = (await rowOf(other.number)) - (await rowOf(room.number));
      await from.focus();
      await within(page, most(2 + down, 1), async () => {
        if (isKeys) await press(page, 'm', ...Array<string>(down).fill('ArrowDown'), 'Enter');
        else {
          await dragOver(page, from, [to]);
          await page.mouse.up();
        }
        await expect(to).toHaveAttribute('data-booking-id', String(id));
      });
      const next = cell(other.number, stay.end);
      await to.focus();
      await within(page, most(3, 1), async () => {
        if (isKeys) await press(page, 'm', 'Shift+ArrowRight', 'Enter');
        else {
          await dragOver(page, cell(other.number, addDays(stay.start, 1)), [next], 'end');
          await page.mouse.up();
        }
        await expect(next).toHaveAttribute('data-booking-id', String(id));
      });
      await to.focus();
      await within(page, most(6, 4), async () => {
        if (isKeys) {
          await press(page, 'Shift+F10');
          await expect(entryOf(page, '開く')).toBeFocused();
          await press(page, 'ArrowUp', 'Enter');
        } else {
          await to.click({ button: 'right' });
          await entryOf(page, '予約取消…').click();
        }
        const yes = dialogOf(page).getByRole('button', { name: '予約取消' });
        await expect(yes).toBeVisible();
        if (isKeys) await tabTo(page, yes);
        await run(page, way, 'Enter', yes);
        await accept(page, '予約がキャンセルされました', way);
        await expect(to).not.toHaveAttribute('data-booking-id', /./);
      });
    },
  );

  test(
    name('a guest is found by phone, and a note is left for who comes next'),
    async ({ hotel, desk: { page } }) => {
      const [stay, room] = await hotel.freeStay();
      const tel = `03-77${way.length}1-2233`;
      const { id } = await hotel.book(stay, room, { guest_name_1: '電話 太郎', tel });
      await goTo(page, '/');
      const { field, option } = findBoxOf(page);
      await field.fill(''); // What the test before has typed.
      await within(page, most(2, 2), async () => {
        await run(page, way, 'Control+k', field);
        await page.keyboard.type(tel.replaceAll('-', ''));
        await expect(option(id)).toBeVisible();
        await run(page, way, 'Enter', option(id));
        await expect(page.getByText('電話 太郎').first()).toBeVisible();
      });
      await within(page, most(3, 3), async () => {
        await run(page, way, 'F8', page.getByRole('navigation').getByRole('link', { name: /引継ぎ/ }));
        const form = page.getByRole('form', { name: '新しい申し送り' });
        const text = form.getByLabel('申し送り');
        await expect(text).toBeVisible();
        await run(page, way, 'Alt+k', text);
        await expect(text).toBeFocused();
        await page.keyboard.type('鍵は金庫へ');
        await run(page, way, 'Control+Enter', form.getByRole('button').last());
        await expect(page.getByRole('listitem').filter({ hasText: '鍵は金庫へ' }).first()).toBeVisible();
      });
    },
  );
}
