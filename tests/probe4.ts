import { chromium } from 'playwright';
import { findBrowser } from './support/browser/find-browser.js';
import { launchOptions } from './support/browser/browser-launch.js';
const base = 'http://127.0.0.1:3100';
const id = process.env.ID ?? '11363';
const browser = await chromium.launch(launchOptions(await findBrowser()));
const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 1366, height: 768 }, serviceWorkers: 'block' });
const page = await context.newPage();
page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
const shot = async (n: string) => {
  await page.waitForTimeout(900);
  await page.screenshot({ path: `/tmp/shots/4-${n}.png` });
  const wide = await page.evaluate(() => {
    const out: string[] = [];
    const w = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > w + 1) out.push(`page ${document.documentElement.scrollWidth}`);
    for (const el of document.querySelectorAll<HTMLElement>('body *')) {
      const r = el.getBoundingClientRect();
      if (r.width === 0 || r.height === 0) continue;
      const s = getComputedStyle(el);
      if (s.overflowX === 'visible' && el.scrollWidth > el.clientWidth + 2 && el.clientWidth > 0 && s.display !== 'inline') {
        // text that sticks out of its box, and the box is not clipped above
        let p: HTMLElement | null = el.parentElement; let clipped = false;
        while (p) { const ps = getComputedStyle(p); if (ps.overflowX !== 'visible') { clipped = p.scrollWidth <= p.clientWidth + 2 || ps.overflowX === 'hidden' || ps.overflowX === 'clip'; break; } p = p.parentElement; }
        if (!clipped) out.push(`${el.tagName}.${String(el.className).slice(0, 50)} ${el.scrollWidth}>${el.clientWidth}`);
      }
    }
    return out.slice(0, 8);
  });
  console.log(n, wide.join(' ; '));
};
await page.goto(base + '/front-desk'); await page.waitForTimeout(3500);
await page.fill('input[placeholder*="部屋・氏名"]', 'Wolfe'); await shot('desk');
await page.locator(`#desk-row-${id}`).focus(); await page.keyboard.press('Enter'); await shot('desk-panel');
await page.locator(`#desk-row-${id}`).focus(); await page.keyboard.press('i'); await page.waitForTimeout(500); await shot('checkin');
await page.keyboard.press('Escape'); await page.waitForTimeout(400);
await page.locator(`#desk-row-${id}`).focus(); await page.keyboard.press('a'); await page.waitForTimeout(800); await shot('account');
await page.keyboard.press('Escape'); await page.waitForTimeout(400);
await page.locator(`#desk-row-${id}`).focus(); await page.keyboard.press('Shift+F10'); await page.waitForTimeout(500); await shot('menu');
await page.keyboard.press('Escape');
await page.goto(base + `/reservation-registration/${id}`); await page.waitForTimeout(3500); await shot('form');
await page.goto(base + `/reservation-status`); await page.waitForTimeout(3500);
await page.keyboard.press('Control+KeyK'); await page.keyboard.type('Wolfe'); await page.waitForTimeout(1200); await shot('find');
await page.keyboard.press('Escape');
await page.goto(base + `/handover`); await page.waitForTimeout(3000); await shot('handover');
await page.goto(base + `/audit?booking_id=${id}`); await page.waitForTimeout(3000); await shot('audit');
await page.goto(base + `/cleaning`); await page.waitForTimeout(2000); await shot('cleaning');
await browser.close();
