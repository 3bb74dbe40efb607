import { expect, type Page } from '@playwright/test';
import type { EvidenceState } from '@wire/evidence.js';
import { openAudit } from './support/audit.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

async function evidenceOf(hotel: Hotel): Promise<EvidenceState> {
  return (await hotel.api.get<EvidenceState>('/api/checkpoints')).body;
}

async function openEvidence(page: Page) {
  await openAudit(page);
  await page.getByRole('tab', { name: '記録の詳細' }).focus();
  await page.keyboard.press('ArrowRight');
  const pane = page.getByRole('tabpanel', { name: '証拠' });
  await expect(pane).toContainText('鍵の指紋');
  return pane;
}

const withCommas = (position: number) => position.toLocaleString('en-US');

test('a checkpoint is signed at will, where the log stands, and comes first in the list', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const pane = await openEvidence(page);
  const { key_id, folder } = await evidenceOf(hotel);
  await expect(pane).toContainText(key_id);
  await expect(pane).toContainText(folder);
  await expect(pane.getByRole('alert')).toBeHidden();

  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const booking = await hotel.book(stay, room);
  await buttonOf(page, 'チェックポイントを作成').click();
  await expect(pane).toContainText(`位置 ${withCommas(booking.id)} まで署名しました。`);
  await expect(pane.getByRole('row').nth(1)).toContainText(withCommas(booking.id));
  const [newest] = (await evidenceOf(hotel)).checkpoints;
  expect(newest?.position).toBe(booking.id);
  await expect(pane.getByRole('row').nth(1)).toContainText(newest?.hash.slice(0, 12) ?? 'no hash');
});

test('the package is everything, or the range that is typed; one that cannot be is said at once', async ({
  hotel,
  openTerminal,
}) => {
  await hotel.api.post('/api/checkpoints', {});
  const newest = (await evidenceOf(hotel)).checkpoints[0]?.position ?? 0;
  const { page } = await openTerminal();
  const pane = await openEvidence(page);
  const link = buttonOf(page, '証拠パッケージをダウンロード');
  const enter = async (label: string, text: string) => {
    await pane.getByLabel(label).fill(text);
    await pane.getByLabel(label).press('Enter');
  };
  await enter('最初の位置', '１０');
  await enter('最後の位置', String(newest + 1));
  await expect(pane).toContainText(`位置は1から${withCommas(newest)}までで指定してください。`);
  await expect(link).toBeDisabled();
  await enter('最後の位置', '9');
  await expect(link).toBeDisabled();
  await enter('最後の位置', '20');
  const asked = page.waitForRequest(/evidence-package/);
  const saving = page.waitForEvent('download');
  await link.click();
  const saved = await (await saving).createReadStream();
  expect(new URL((await asked).url()).search).toBe('?from=10&to=20');
  const [head] = await saved.toArray();
  expect((head as Buffer).subarray(0, 2).toString()).toBe('PK');
});

test('a checkpoint that is refused and evidence that cannot be read are told in the server’s words', async ({
  openTerminal,
}) => {
  const terminal = await openTerminal();
  const { page } = terminal;
  terminal.allowError(/status of (409|500)|checkpoints/);
  const pane = await openEvidence(page);
  const calls = '**/api/checkpoints';
  await page.route(calls, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { error: '位置 12: 記録が書き換えられています。', errors: [] } })
      : route.fulfill({ status: 500, json: { error: '証拠を読めません。', errors: [] } }),
  );
  await buttonOf(page, 'チェックポイントを作成').click();
  await acceptAlert(page, '位置 12: 記録が書き換えられています。');
  await expect(pane.getByRole('alert')).toContainText('証拠を読めません。');
  await page.unroute(calls);
  await pane.getByRole('button', { name: 'もう一度読み込む' }).click();
  await expect(pane.getByRole('alert')).toBeHidden();
});
