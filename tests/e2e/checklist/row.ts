import type { Page } from '@playwright/test';
import type { CHECKLIST, RowsOf } from '#tests/cases/checklist/checklist.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';

/** A row is proven on the page of the worker's one terminal, or opens one of its own. */
export type Proof = (at: {
  page: Page;
  hotel: Hotel;
  openTerminal: () => Promise<Terminal>;
}) => Promise<void>;
export type BrowserRows<Name extends keyof typeof CHECKLIST> = RowsOf<Name, 'browser', Proof>;
