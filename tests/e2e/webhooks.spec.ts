import { expect } from '@playwright/test';
import type { ManagedWebhook } from '@wire/webhooks.js';
import { Webhook } from 'standardwebhooks';
import { rawQuery } from '#tests/support/log-rows.js';
import { startReceiver } from '#tests/support/webhook-receiver.js';
import { buttonOf, dialogOf, fieldOf, press } from './support/controls.js';
import { test } from './support/hotel.fixture.js';
import { aName, openList } from './support/masters.js';

test('a webhook is added with the keyboard, its secret is shown once, and what it was not taken is sent again', async ({
  hotel,
  server,
  desk: { page, allowError },
}) => {
  allowError(/status of 422/);
  const receiver = await startReceiver();
  try {
    const name = aName('会計');
    await openList(page, 'service-account');
    await page.getByRole('radio', { name: 'アカウントとキー' }).focus();
    await press(page, 'ArrowRight');
    await expect(page.getByText('Webhookはまだありません。')).toBeVisible();
    await press(page, 'Alt+n');
    await expect(fieldOf(page, '名称')).toBeFocused();
    await page.keyboard.type(name);
    await press(page, 'Tab');
    await page.keyboard.type('http://169.254.169.254/');
    await fieldOf(page, '部屋と日').selectOption('1');
    await fieldOf(page, '部屋と日').press('Enter');
    await expect(page.getByText('このURLには送信できません。')).toBeVisible();
    await expect(fieldOf(page, 'URL')).toBeFocused();
    await fieldOf(page, 'URL').fill(receiver.url);
    await press(page, 'Enter');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('シークレット未発行');
    await press(page, 'Escape');

    receiver.answers(() => 503);
    await buttonOf(page, `${name}のシークレットを発行`).focus();
    await press(page, 'Enter');
    const issuing = dialogOf(page, `${name}のシークレット`);
    await issuing.getByRole('button', { name: '発行する' }).press('Enter');
    await expect(issuing.getByRole('button', { name: 'コピー' })).toBeFocused();
    const secret = (await issuing.locator('output').innerText()).trim();
    expect(secret).toMatch(/^whsec_/);
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-secret.png` });
    await press(page, 'Escape');
    await expect(buttonOf(page, `${name}のシークレットを発行`)).toBeFocused();

    await hotel.api.post('/api/weather', { date: '2094-05-01', weather: '晴れ' });
    const { id } = await found(hotel, name);
    await expect.poll(async () => (await found(hotel, name)).delivery.waiting).toBe(1);
    // As if three days had gone by.
    const giveUp = `update webhook_entries set is_dead = true, attempts = 10 where webhook_id = ${id}`;
    await rawQuery(server.databaseUrl, giveUp);
    receiver.answers(() => 200);
    await buttonOf(page, `${name}の送信状況`).focus();
    await press(page, 'Enter');
    const status = dialogOf(page, `${name}の送信状況`);
    await expect(status).toContainText('受け取られませんでした（応答 503）');
    await expect(status.getByRole('row').filter({ hasText: 'day-2094-05-01' })).toHaveCount(1);
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-dead.png` });
    await status.getByRole('button', { name: 'すべて再送' }).press('Enter');
    await expect(status).toContainText('1件をもう一度送ります。');
    // The button is gone with what it sent; the focus is not.
    await expect(status.getByRole('button', { name: 'すべて再送' })).toHaveCount(0);
    await expect(status.locator(':focus')).toHaveCount(1);
    await expect.poll(() => receiver.taken.length).toBe(1);
    const [taken] = receiver.taken;
    if (!taken) throw new Error('nothing came');
    new Webhook(secret).verify(taken.body, taken.headers as Record<string, string>);
    await status.getByRole('button', { name: '更新' }).press('Enter');
    await expect(status).toContainText('最新');

    const after = fieldOf(page, '記録番号を指定して送信');
    await after.fill('99999999');
    await after.press('Enter');
    await expect(status).toContainText('より後の記録番号は指定できません。');
    await expect(after).toBeFocused();
    await after.fill(String(taken.event.position - 1));
    await after.press('Enter');
    await expect.poll(() => receiver.taken.length).toBe(2);
    expect(receiver.taken[1]?.headers['webhook-id']).toBe(taken.headers['webhook-id']);
    await press(page, 'Escape');
    await expect(buttonOf(page, `${name}の送信状況`)).toBeFocused();
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-list.png` });
    await buttonOf(page, `${name}を使用停止`).click();
    await expect(row).toHaveCount(0);
  } finally {
    await receiver.close();
  }
});

async function found(
  hotel: { api: { get: <Body>(path: string) => Promise<{ body: Body }> } },
  name: string,
): Promise<ManagedWebhook> {
  const { body } = await hotel.api.get<ManagedWebhook[]>('/api/webhooks');
  const webhook = body.find((one) => one.name === name);
  if (!webhook) throw new Error(`no webhook ${name}`);
  return webhook;
}
