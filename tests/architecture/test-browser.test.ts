import { expect, test } from '@jest/globals';
import { introduce, newestBrowser } from '../support/browser/newest-browser.js';

const CANDIDATES = [
  { name: 'not here', launch: () => ({}) },
  { name: 'shipped', launch: () => ({ executablePath: '153.0.8010.0' }) },
  { name: 'of the system', launch: () => ({ executablePath: '156.0.8078.79' }) },
  { name: 'an old one', launch: () => ({ executablePath: '99.0.1.0' }) },
];

const start = async ({ executablePath }: { executablePath?: string }) => {
  if (executablePath === undefined) throw new Error('it does not start');
  return executablePath;
};

test('the newest browser that starts is used, from any source', async () => {
  const { found, failures } = await newestBrowser(CANDIDATES, start);
  expect(found).toMatchObject({ name: 'of the system', version: '156.0.8078.79' });
  expect(failures).toEqual(['not here: it does not start']);
});

test('a run names its browser, and says when it is older than a year allows', () => {
  expect(introduce({ name: 'shipped', version: '153.0.8010.0' })).toBe(
    'ブラウザー: Chromium 153.0.8010.0 (shipped)',
  );
  expect(introduce({ name: 'shipped', version: '141.0.1.0' })).toContain('警告');
});
