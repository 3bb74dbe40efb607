import { expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { TopBar } from '#frontend/app/TopBar.js';
import { lastStaffAtom, sessionAtom } from '#frontend/shared/session-staff.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
// The menu of the staff is fetched after everything else: here it never comes.
jest.mock('#frontend/app/StaffMenu.js', () => ({ StaffMenu: () => null }));

const Address = () => <output>{useLocation().pathname}</output>;
const press = (code: string) => fireEvent.keyDown(document.body, { code, altKey: true });

function show(role: 'staff' | 'auditor' | 'admin') {
  store.set(lastStaffAtom, null);
  store.set(sessionAtom, { mode: 'session', staff: { id: 1, name: '花子', role }, expires_at: null });
  render(
    <MemoryRouter initialEntries={['/handover']}>
      <TopBar />
      <Address />
    </MemoryRouter>,
  );
}

test.each([
  { role: 'staff', more: [], at: '/handover' },
  { role: 'auditor', more: ['監査'], at: '/audit' },
  { role: 'admin', more: ['監査', 'マスタ'], at: '/masters' },
] as const)(
  '$role is offered the screens of the role, and their keys open no others',
  ({ role, more, at }) => {
    serve();
    show(role);
    expect(screen.getAllByRole('link').map((link) => link.firstChild?.textContent)).toEqual([
      '予約登録',
      'フロント',
      '自動登録',
      '引継ぎ',
      '予約一覧',
      'レポート',
      ...more,
    ]);
    press('KeyQ');
    press('KeyM');
    expect(screen.getByText(at)).toBeTruthy();
  },
);

test('a narrow bar holds the first screens; the others stand in a menu, and keep their keys', async () => {
  const narrow = { matches: true, addEventListener() {}, removeEventListener() {} };
  const asked = jest.spyOn(globalThis, 'matchMedia').mockReturnValue(narrow as unknown as MediaQueryList);
  serve();
  show('auditor');
  const titles = (role: string) => screen.getAllByRole(role).map((item) => item.textContent);
  expect(titles('link')).toEqual([
    expect.stringMatching(/^予約登録/),
    expect.stringMatching(/^フロント/),
    expect.stringMatching(/^自動登録/),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'その他の画面（引継ぎ）' }));
  await screen.findByRole('menu', { name: 'その他の画面' });
  expect(titles('menuitem')).toEqual([
    expect.stringMatching(/^引継ぎ/),
    expect.stringMatching(/^予約一覧/),
    expect.stringMatching(/^レポート/),
    expect.stringMatching(/^監査/),
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: /^レポート/ }));
  expect(screen.getByText('/reports')).toBeTruthy();
  const more = screen.getByRole('button', { name: 'その他の画面（レポート）' });
  more.focus();
  fireEvent.click(more);
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^引継ぎ/));
  press('KeyQ');
  expect(screen.getByText('/audit')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(more);
  asked.mockRestore();
});

test('the key to sign out works while the menu of the staff is not there', () => {
  const calls = serve({ 'DELETE /api/session': () => ({ status: 204, body: null }) });
  show('staff');
  press('KeyX');
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /api/session');
});
