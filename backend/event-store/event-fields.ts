import { z } from 'zod';

/** Building blocks of event schemas: what is in the log was decided by the domain and is checked once more here. */
export const eventDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export const eventFlag = z.literal([0, 1]);
export const eventId = z.int().positive();
export const noData = z.strictObject({});
