import { z } from 'zod';
import { onlyVersion } from './stream-definition.js';

/** Building blocks of event schemas: what is in the log was decided by the domain and is checked once more here. */
export const eventDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export const eventFlag = z.literal([0, 1]);
export const eventId = z.int().positive();
export const noData = z.strictObject({});

/** The event that erases a stream's personal data; the reason is the staff's, without personal data. */
export const personalDataErased = onlyVersion(z.strictObject({ reason: z.string() }));
