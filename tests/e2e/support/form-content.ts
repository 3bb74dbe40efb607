import type { Page } from '@playwright/test';

/** All that stands in the reservation form: its heading, and each field's value or mark. */
export function formContent(page: Page): Promise<string[]> {
  return page.getByRole('form', { name: '予約フォーム' }).evaluate((form) =>
    [...form.querySelectorAll('h2, input, select, textarea')].map((element) => {
      if (!('value' in element)) return element.textContent ?? '';
      const mark = element instanceof HTMLInputElement && /checkbox|radio/.test(element.type);
      return `${element.id} ${mark ? element.checked : element.value}`;
    }),
  );
}
