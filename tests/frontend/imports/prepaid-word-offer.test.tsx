import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { PrepaidWordOffer } from '#frontend/imports/PrepaidWordOffer.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';

const UNKNOWN = { warnings: ['支払方法不明'] as never, notes: '連泊\n支払方法: バウチャー' };
const PATH = '/api/prepaid_words';
const button = () => screen.getByRole('button');

beforeEach(async () => {
  serve();
  await loadHotel();
});

test('an unknown 支払方法 is added, taken out again and put back, each with the version before', async () => {
  let version = 0;
  const answer = (is_retired: 0 | 1) => ({
    body: { id: 7, word: 'バウチャー', version: ++version, is_retired },
  });
  const calls = serve({
    [`POST ${PATH}`]: () => answer(0),
    [`PUT ${PATH}/7/retired`]: (_, { body }) => answer(JSON.parse(String(body)).is_retired),
  });
  render(<PrepaidWordOffer record={UNKNOWN} />);
  expect(screen.getByRole('status').textContent).toBe('支払方法「バウチャー」が分かりません。');
  for (const text of ['元に戻す', '事前決済の言葉に加える', '元に戻す']) {
    fireEvent.click(button());
    await waitFor(() => expect(button().textContent).toBe(text));
  }
  expect(screen.getByRole('status').textContent).toContain('次の取込から');
  expect(calls.map(({ method, body, headers }) => [method, body, headers['If-Match'] ?? null])).toEqual([
    ['POST', { word: 'バウチャー' }, null],
    ['PUT', { is_retired: 1 }, '"1"'],
    ['PUT', { is_retired: 0 }, '"2"'],
  ]);
});

test('a refusal is alerted, and the offer stays', async () => {
  serve({ [`POST ${PATH}`]: () => ({ status: 422, body: { error: '既に登録されています。', errors: [] } }) });
  render(<PrepaidWordOffer record={UNKNOWN} />);
  fireEvent.click(button());
  await waitFor(() => expect(JSON.stringify(store.get(messageAtom))).toContain('既に登録されています。'));
  expect(button().textContent).toBe('事前決済の言葉に加える');
});

test('nothing is offered for a 支払方法 that is known', () => {
  const { container } = render(<PrepaidWordOffer record={{ ...UNKNOWN, warnings: [] }} />);
  expect(container.textContent).toBe('');
});
