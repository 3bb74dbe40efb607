import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { Page } from '#frontend/app/routes.js';
import { ScreenPlace, screenCode } from '#frontend/app/ScreenPlace.js';
import { unsavedAtom } from '#frontend/booking/drafts.js';
import { setField } from '#frontend/booking/form.js';
import { SCREENS } from '#frontend/shared/screens.js';
import { store } from '#frontend/shared/store.js';
import { type Call, serve } from '../support/fake-server.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;

let calls: Call[];

beforeEach(() => {
  calls = serve({ 'POST /api/screen-errors': () => ({ status: 204, body: null }) });
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

let isMended = false;
function Broken() {
  if (isMended) return <p>監査の画面</p>;
  const error = new TypeError('山田太郎 090-0000-0001');
  error.stack = [
    `TypeError: ${error.message}`,
    '    at Yamada (https://hotel.test/assets/AuditScreen-B2x.js:1:204)',
    '    at https://hotel.test/assets/index-Af.js?name=山田太郎:7:9',
  ].join('\n');
  throw error;
}

async function show() {
  const audit = screenCode(SCREENS.audit, async () => Broken);
  await audit.load();
  render(
    <MemoryRouter initialEntries={['/masters']}>
      <Link to="/audit?staff=山田太郎">監査</Link>
      <Link to="/audit?first=2026-11-01">監査の別の日</Link>
      <Routes>
        <Route path="/audit" element={<ScreenPlace {...audit} />} />
        <Route path="/masters" element={<p>マスタの画面</p>} />
        <Route path="/reservation-status" element={<p>一覧の画面</p>} />
      </Routes>
    </MemoryRouter>,
  );
}

test('a screen that fails says so in its own place; the way back leads to one that works', async () => {
  await show();
  fireEvent.click(screen.getByText('監査'));
  expect(screen.getByRole('alert').textContent).toContain('画面を表示できませんでした');
  expect(screen.getByRole('button', { name: '再読み込み' })).toBeTruthy();
  expect(screen.getByText('監査')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: '予約一覧へ' }));
  expect(screen.getByText('一覧の画面')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a screen that failed is tried again at another address of its own', async () => {
  await show();
  fireEvent.click(screen.getByText('監査'));
  expect(screen.getByRole('alert')).toBeTruthy();
  isMended = true;
  fireEvent.click(screen.getByText('監査の別の日'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('監査の画面')).toBeTruthy();
  isMended = false;
});

test('the code of a screen is fetched once, however often it is asked for', async () => {
  let fetched = 0;
  const audit = screenCode(SCREENS.audit, async () => {
    fetched += 1;
    return Broken;
  });
  await Promise.all([audit.load(), audit.load()]);
  await audit.load();
  expect(fetched).toBe(1);
});

test('what was typed is kept when a screen fails', async () => {
  setField('guestName1', '途中 花子');
  await show();
  fireEvent.click(screen.getByText('監査'));
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(store.get(unsavedAtom)).toBe(true);
});

test('the server is told what failed and where, once, and nothing that anybody typed', async () => {
  window.history.replaceState(null, '', '/audit/12?staff=山田太郎');
  await show();
  fireEvent.click(screen.getByText('監査'));
  expect(calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    {
      method: 'POST',
      path: '/api/screen-errors',
      body: { kind: 'TypeError', screen: '/audit', places: ['AuditScreen-B2x.js:1:204', 'index-Af.js:7:9'] },
    },
  ]);
});

test('when everything fails, the page says so and is not white', () => {
  jest.spyOn(document.body.classList, 'add').mockImplementation(() => {
    throw new TypeError('the shell fails');
  });
  render(<Page />);
  expect(screen.getByRole('alert').textContent).toContain('画面を表示できませんでした');
  expect(screen.getByRole('link', { name: '予約一覧へ' }).getAttribute('href')).toBe('/reservation-status');
  expect(calls.filter(({ path }) => path === '/api/screen-errors')).toHaveLength(1);
});
