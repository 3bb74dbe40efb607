import type { Page } from '@playwright/test';

/** Everything that stands in the reservation form, by labels. */
export function formContents(page: Page): Promise<Record<string, string | boolean>> {
  const fields = page.getByRole('form', { name: '予約フォーム' }).locator('input, select, textarea');
  return fields.evaluateAll((all) => {
    const contents = all.map((field) => {
      const { labels, value, type, checked } = field as HTMLInputElement;
      const isFlag = type === 'checkbox' || type === 'radio';
      return [labels?.[0]?.textContent ?? '', isFlag ? checked : value] as const;
    });
    return Object.fromEntries(contents);
  });
}
