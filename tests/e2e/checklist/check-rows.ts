import { test } from '../support/hotel.fixture.js';

type Body = Parameters<typeof test>[2];

/** One named test for every row of a table of the specification: a row without a test does not compile. */
export function checkRows<Rows extends Record<string, string>>(
  section: string,
  rows: Rows,
  tests: { [Row in keyof Rows]: Body },
): void {
  test.describe(section, () => {
    for (const row of Object.keys(rows)) test(rows[row] as string, tests[row] as Body);
  });
}
