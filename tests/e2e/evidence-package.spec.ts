import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { downloadPackage, type PackageFiles, UnpackedPackage } from '../support/evidence-package.js';
import { forgedAt, linesOf, logOf, packageLog } from '../support/tampered-package.js';
import { test } from './support/hotel.fixture.js';

const DATA = ['log.ndjson', 'checkpoints.ndjson', 'public-key.pem', 'manifest.json'];

let files: PackageFiles;
let unpacked: UnpackedPackage;

test.beforeAll(async ({ hotel }) => {
  files = await downloadPackage(hotel.url);
  unpacked = new UnpackedPackage(files);
});

test.afterEach(() => {
  for (const [name, bytes] of files) unpacked.put(name, bytes);
});

test.afterAll(() => unpacked.remove());

/** Opens the page of the package as a double click does; `requests` are all that it ever asks for. */
async function openPage(page: Page): Promise<{ requests: string[]; problems: string[] }> {
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(pathToFileURL(unpacked.pathOf('index.html')).href);
  return { requests, problems };
}

const choose = (page: Page, names = DATA) =>
  page.locator('#files').setInputFiles(names.map((name) => unpacked.pathOf(name)));
const summary = (page: Page) => page.getByRole('status');
const verdict = (page: Page, check: string) => page.locator(`[data-check="${check}"]`);

test('the page of an evidence package checks it without any connection', async ({ page }) => {
  const { requests, problems } = await openPage(page);
  await choose(page);
  await expect(summary(page)).toHaveText('合格: 問題は見つかりませんでした。');
  const states = await page
    .locator('#verdicts tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.dataset.state));
  expect(states).toEqual([...Array(10).fill('ok'), 'info']);
  await expect(verdict(page, 'key')).toContainText(/([0-9a-f]{4} ){15}[0-9a-f]{4}/);
  expect(requests).toEqual([pathToFileURL(unpacked.pathOf('index.html')).href]);
  expect(problems).toEqual([]);
});

test('the page and the program of a package come to the same verdicts', async ({ page }) => {
  await openPage(page);
  await choose(page);
  await expect(summary(page)).toContainText('合格');
  const shown = await page
    .locator('#verdicts tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const { lines } = await unpacked.verify();
  expect(
    shown.map(([mark, title, text]) => `${mark?.padEnd(3, ' ')} ${title}: ${text}`.replace(/ +/, ' ')),
  ).toEqual(lines.slice(0, -1).map((line) => line.replace(/ +/, ' ')));
});

test('the page takes files that are dropped on it', async ({ page }) => {
  await openPage(page);
  const contents = DATA.map((name) => ({ name, base64: files.get(name)?.toString('base64') ?? '' }));
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, base64 } of dropped) {
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
    }
    return data;
  }, contents);
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await expect(summary(page)).toHaveText('合格: 問題は見つかりませんでした。');
});

test('the page names the first bad position of a log that was changed', async ({ page }) => {
  await openPage(page);
  const lines = linesOf(files, 'log.ndjson');
  const changed = lines.map((line, index) =>
    index === 41 ? line.replace('"version":1', '"version":7') : line,
  );
  unpacked.put('log.ndjson', `${changed.join('\n')}\n`);
  await choose(page);
  await expect(summary(page)).toHaveText('不合格: 位置 42 に問題があります。');
  await expect(verdict(page, 'chain')).toContainText('位置 42: 内容がハッシュの連鎖と合いません。');

  unpacked.put('log.ndjson', `${lines.toSpliced(41, 1).join('\n')}\n`);
  await choose(page);
  await expect(verdict(page, 'sequence')).toContainText('位置 42: この位置のイベントがありません。');
});

test('the page finds a chain that was computed anew, and a signature of somebody else', async ({ page }) => {
  await openPage(page);
  const log = logOf(files);
  const signed = linesOf(files, 'checkpoints.ndjson').map((line): number => JSON.parse(line).position);
  const first = Math.max(0, ...signed.filter((position) => position < 42)) + 1;
  const last = signed.find((position) => position >= 42) ?? 0;
  unpacked.put('log.ndjson', packageLog(forgedAt(log, 42)));
  await choose(page);
  await expect(summary(page)).toHaveText(
    `不合格: 位置 ${first}〜${last.toLocaleString('ja-JP')} に問題があります。`,
  );
  await expect(verdict(page, 'chain')).toContainText('合格');
  await expect(verdict(page, 'match')).toContainText('署名されたハッシュと違います。');

  const [checkpoint = ''] = linesOf(files, 'checkpoints.ndjson');
  const signature = JSON.parse(checkpoint).signature as string;
  const other = signature.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'));
  unpacked.put('log.ndjson', files.get('log.ndjson') ?? '');
  unpacked.put('checkpoints.ndjson', `${checkpoint.replace(signature, other)}\n`);
  await choose(page);
  await expect(verdict(page, 'signature')).toContainText('不合格');
});

test('the page asks for the files that are missing', async ({ page }) => {
  await openPage(page);
  await choose(page, ['log.ndjson', 'manifest.json']);
  await expect(summary(page)).toHaveText('checkpoints.ndjson、public-key.pem も選んでください。');
});
