import { day } from '@domain/dates.js';
import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { LoadingOverlay } from '#frontend/app/LoadingOverlay.js';
import { formAtom } from '#frontend/booking/form.js';
import { BLANK_FORM } from '#frontend/booking/form-values.js';
import { openBooking } from '#frontend/booking/open-form.js';
import { store } from '#frontend/shared/store.js';
import { blockComposingEnter } from '#frontend/shared/ui/composing-enter.js';
import { useKey } from '#frontend/shared/ui/keys.js';
import { deferred, serve } from '../support/fake-server.js';
import { fillAndSearch } from '../support/fill-form.js';
import { formBooking } from '../support/records.js';
import { alert, button, CREATED, leave, postsAmong, red, show, type } from './shown-form.js';

function OtherScreen({ onOpen }: { onOpen: () => void }) {
  useKey('openFrontDesk', onOpen);
  return null;
}

test('while the form is being saved, the keys of the screens do nothing', async () => {
  const saved = deferred<typeof CREATED>();
  const calls = serve({ 'POST /api/booking': () => saved.promise });
  await show();
  const opened = jest.fn();
  render(
    <>
      <OtherScreen onOpen={opened} />
      <LoadingOverlay />
    </>,
  );
  await act(() => fillAndSearch());
  fireEvent.click(button('登録'));
  await waitFor(() => expect(postsAmong(calls)).toHaveLength(1));
  const isLeft = fireEvent.keyDown(document.body, { key: 'F4', code: 'F4' });
  expect([opened.mock.calls.length, isLeft]).toEqual([0, false]);
  expect(fireEvent.keyDown(document.body, { key: 'F5', code: 'F5' })).toBe(true);
  saved.resolve(CREATED);
  await alert();
  fireEvent.click(button('OK'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'F4', code: 'F4' });
  expect(opened).toHaveBeenCalledTimes(1);
});

test('the Enter that takes over converted kana does not go to the next field', async () => {
  blockComposingEnter();
  serve();
  await show();
  const input = screen.getByLabelText('予約者名');
  const goesOn = (init: object) => fireEvent.keyDown(input, { key: 'Enter', ...init });
  expect(goesOn({ isComposing: true })).toBe(false);
  expect(goesOn({ keyCode: 229 })).toBe(false);
  input.focus();
  expect(document.activeElement).toBe(input);
  expect(goesOn({ keyCode: 13 })).toBe(false);
  expect(document.activeElement).toBe(screen.getByLabelText('予約者名(カナ)'));
});

test('Enter goes from field to field, past what can not be filled in, at last to 登録, and saves nothing', async () => {
  const calls = serve();
  await show();
  const first = screen.getByLabelText('チェックイン日');
  const stops: (string | null)[] = [];
  first.focus();
  for (let press = 0; press < 30 && document.activeElement !== button('登録'); press++) {
    const at = document.activeElement as HTMLElement;
    stops.push(at.id.replace('field-', '') || at.textContent);
    expect(fireEvent.keyDown(at, { key: 'Enter' })).toBe(false);
    if (at instanceof HTMLButtonElement) screen.getByLabelText('ルームタイプ').focus();
  }
  expect(stops.slice(0, 9)).toEqual([
    ...['stayStart', 'stayEnd', 'mensCount', 'womensCount', expect.anything(), 'corporateId'],
    ...[expect.stringContaining('部屋検索'), 'roomId', 'checkinTime'],
  ]);
  expect(stops.slice(-2)).toEqual(['sameAsDayBefore', 'notes']);
  expect(document.activeElement).toBe(button('登録'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(postsAmong(calls)).toEqual([]);
});

test('Enter breaks lines in 備考 once something is written there, and leads away from no button', async () => {
  serve();
  await show();
  type('備考', '朝食なし');
  expect(fireEvent.keyDown(screen.getByLabelText('備考'), { key: 'Enter' })).toBe(true);
  button('部屋検索').focus();
  fireEvent.keyDown(button('部屋検索'), { key: 'Enter' });
  expect(document.activeElement).toBe(button('部屋検索'));
});

describe('the name of who books', () => {
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const guest = () => [value('宿泊者名'), value('宿泊者名(カナ)')];

  test('is that of the guest once it is left, with its kana, and follows corrections', async () => {
    serve();
    await show();
    type('予約者名', ' 山田 太郎 ');
    type('予約者名(カナ)', 'ﾔﾏﾀﾞ ﾀﾛｳ');
    expect(guest()).toEqual(['', '']);
    leave('予約者名');
    expect(guest()[0]).toBe('山田 太郎');
    leave('予約者名(カナ)');
    expect(guest()).toEqual(['山田 太郎', 'ヤマダ タロウ']);
    type('予約者名', '山田 次郎');
    leave('予約者名');
    expect(guest()[0]).toBe('山田 次郎');
  });

  test('is replaced by what is typed after a click, as after Tab; another click places the caret', async () => {
    serve();
    await show();
    type('予約者名', '山田 太郎');
    leave('予約者名');
    const input = screen.getByLabelText<HTMLInputElement>('宿泊者名');
    const click = () => {
      fireEvent.mouseDown(input);
      input.focus();
      input.setSelectionRange(2, 2);
      fireEvent.click(input);
      return [input.selectionStart, input.selectionEnd];
    };
    expect(click()).toEqual([0, 5]);
    expect(click()).toEqual([2, 2]);
    input.blur();
    type('宿泊者名', '鈴木 花子');
    expect(click()).toEqual([2, 2]);
  });

  test('does not replace a guest who was written', async () => {
    serve();
    await show();
    type('宿泊者名', '鈴木 花子');
    type('予約者名', '山田 太郎');
    leave('予約者名');
    expect(guest()).toEqual(['鈴木 花子', '']);
    type('宿泊者名', '');
    leave('予約者名');
    type('宿泊者名', '佐藤 花子');
    type('予約者名', '山田 次郎');
    leave('予約者名');
    expect(guest()[0]).toBe('佐藤 花子');
  });

  test('of a stored booking leaves its guest, also one of the same name', async () => {
    const names = { reserverName: '山田 太郎', guestName1: '山田 太郎' };
    serve({
      'GET /api/fetch-reservation-data/7': () => ({
        body: formBooking({ id: 7, stayStart: day('2026-11-21'), ...names }),
      }),
    });
    await show();
    type('予約者名', '山田 太郎');
    leave('予約者名');
    await act(() => openBooking(7));
    type('予約者名', '高橋 一');
    leave('予約者名');
    expect(guest()[0]).toBe('山田 太郎');
  });
});

test.each([
  ['the button', () => fireEvent.click(button('クリア'))],
  ['Alt+N', () => fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN', altKey: true })],
])('クリア by %s leads to チェックイン日', async (_way, clear) => {
  serve();
  await show();
  screen.getByLabelText('備考').focus();
  type('備考', '朝食なし');
  clear();
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('備考').value).toBe(''));
  expect(document.activeElement).toBe(screen.getByLabelText('チェックイン日'));
});

test.each([
  ['1535', '15:30'],
  ['15:35', '15:30'],
  ['155', '01:50'],
  ['１５３５', '15:30'],
  ['2419', '24:10'],
])(
  'the time %s is not wrong while it is typed, also after one that was, and is left as %s',
  async (typed, left) => {
    serve();
    await show();
    type('チェックイン時間', '25:99');
    leave('チェックイン時間');
    expect(red()).toEqual(['checkinTime']);
    type('チェックイン時間', typed);
    expect(red()).toEqual([]);
    leave('チェックイン時間');
    expect(screen.getByLabelText<HTMLInputElement>('チェックイン時間').value).toBe(left);
  },
);

test.each([
  ['チェックアウト日', '12/14'],
  ['チェックイン時間', '1535'],
  ['予約者名', '山田 太郎'],
  ['予約者名(カナ)', 'やまだ'],
  ['宿泊者名', '鈴木 花子'],
  ['宿泊者名(カナ)', 'すずき'],
  ['電話番号', '0901234'],
  ['合計料金', '8,000'],
  ['予約番号', 'ABC'],
])('クリア by its key empties %s too, which has the focus', async (label, text) => {
  serve();
  await show();
  screen.getByLabelText(label).focus();
  type(label, text);
  fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN', altKey: true });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('チェックイン日')));
  expect(store.get(formAtom).values).toEqual(BLANK_FORM);
});

test('the key of クリア leaves nothing of an opened booking in the blank form', async () => {
  serve({
    'GET /api/fetch-reservation-data/7': () => ({
      body: formBooking({ id: 7, stayStart: day('2026-11-21'), reserverName: '山田 太郎' }),
    }),
  });
  await show();
  await act(() => openBooking(7));
  screen.getByLabelText('予約者名').focus();
  fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN', altKey: true });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('チェックイン日')));
  expect(store.get(formAtom).values).toEqual(BLANK_FORM);
});

test('予約媒体 takes the figure that marks its bookings in the calendar', async () => {
  serve();
  await show();
  const source = screen.getByLabelText<HTMLSelectElement>('予約媒体');
  for (const [key, expected] of [
    ['5', '訪問'],
    ['9', 'じゃらん'],
    ['1', '自社'],
    ['0', '自社'],
  ] as const) {
    fireEvent.keyDown(source, { key });
    expect(source.value).toBe(expected);
  }
  fireEvent.keyDown(source, { key: '5', altKey: true });
  expect(source.value).toBe('自社');
});

test('a date field is one stop of Tab; Alt+↓ opens its picker, which gives the focus back', async () => {
  serve();
  await show();
  const field = screen.getByLabelText('チェックイン日');
  const [picker] = screen.getAllByRole('button', { name: 'カレンダーから選ぶ' });
  expect(picker?.tabIndex).toBe(-1);
  field.focus();
  fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown', altKey: true });
  const dialog = await screen.findByRole('dialog', { name: '日付の選択' });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(field);
});
