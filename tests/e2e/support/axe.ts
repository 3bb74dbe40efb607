import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The themes differ in their colours only: what has nothing to do with them is looked at once. */
const RUN_ONLY: Record<Theme, { type: 'tag' | 'rule'; values: string[] }> = {
  light: { type: 'tag', values: RULES },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Lists the violations in a part of the page as it is, a line for each rule and element. */
export async function violations(page: Page, part: string, theme: Theme): Promise<string[]> {
  // Without frames the page can be told at once what is wrong, instead of collecting first what is right.
  const axe = new AxeBuilder({ page }).include(part).setLegacyMode();
  const wanted = { runOnly: RUN_ONLY[theme], resultTypes: ['violations'] } as const;
  const { violations: broken } = await axe.options(wanted as never).analyze();
  return broken.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}) ${html.slice(0, 400)}\n  ${failureSummary}`),
  );
}

/** A theme is a class of the body: both can be looked at without getting there twice. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (dark) => {
    document.body.classList.toggle('bp6-dark', dark);
    const ends = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
    await Promise.allSettled(ends.map(({ finished }) => finished));
  }, theme === 'dark');
}
