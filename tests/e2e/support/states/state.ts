import type { Page } from '@playwright/test';
import type { Hotel } from '../hotel.js';

/** Brings a page into a state that staff meet. */
type Reach = (page: Page, hotel: Hotel) => Promise<void>;

/** Parts of the screen that are special about a state. */
export type ScreenPart = 'page' | 'form' | 'dialog';

/** Modals and states of screens, by their names. */
export type States = Record<string, { part: ScreenPart; reach: Reach }>;

export const wholePage = (reach: Reach) => ({ part: 'page', reach }) as const;
export const form = (reach: Reach) => ({ part: 'form', reach }) as const;
export const dialog = (reach: Reach) => ({ part: 'dialog', reach }) as const;
