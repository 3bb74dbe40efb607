import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { NewVersion } from '#frontend/app/NewVersion.js';
import { nodeVersionAtom } from '#frontend/shared/live/connection.js';
import { store } from '#frontend/shared/store.js';
import { isLaterVersion, OWN_VERSION } from '#frontend/shared/version.js';

const OFFER = '新しいバージョンがあります。入力中の内容はそのまま残ります。';

test.each([
  ['1.2.4', true],
  ['1.10.0', true],
  ['2.0.0', true],
  ['1.2.3', false],
  ['1.2.2', false],
  ['0.9.9', false],
  [null, false],
])(
  'a page of 1.2.3 without a worker, connected to a node of %s: offers a newer version: %s',
  (version, isOffered) => {
    expect(OWN_VERSION).toBe('1.2.3');
    render(<NewVersion />);
    act(() => store.set(nodeVersionAtom, version));
    expect(screen.queryByText(OFFER) !== null).toBe(isOffered);
  },
);

test('a version is later by its first number that differs, and never beside an unknown one', () => {
  expect(isLaterVersion('1.25.0', '1.9.9')).toBe(true);
  expect(isLaterVersion('1.25.0', '')).toBe(false);
  expect(isLaterVersion('', '1.25.0')).toBe(false);
});
