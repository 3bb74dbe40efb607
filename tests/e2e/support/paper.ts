import { entriesOf } from '@domain/records.js';
import type { Page } from '@playwright/test';

/**
 * Counts how often each of these elements stands on the pages that would be printed, once at least for each page that it is
 * repeated on; `pages` is the number of pages.
 */
export async function countOnPaper<Name extends string>(
  page: Page,
  selectors: Readonly<Record<Name, string>>,
): Promise<Record<Name | 'pages', number>> {
  const marks = entriesOf(selectors);
  // A link is told once for each place on paper that it stands at.
  await page.evaluate(
    (marked: [string, string][]) => {
      for (const [name, selector] of marked) {
        const link = document.createElement('a');
        Object.assign(link, { href: `https://${name}.invalid/`, textContent: '印' });
        document.querySelector(selector)?.append(link);
      }
    },
    marks as [string, string][],
  );
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const counted = marks.map(([name]) => [name, paper.split(`https://${name}.invalid/`).length - 1]);
  return { pages: paper.match(/\/Type \/Page\b/g)?.length ?? 0, ...Object.fromEntries(counted) };
}
