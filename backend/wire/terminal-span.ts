import { z } from 'zod';
import { traceparentIn } from './trace-context.js';

const LONGEST_MS = 600_000;
const milliseconds = z.number().min(0).max(LONGEST_MS);

/**
 * A span that a terminal measured: a `write`, from the key or click until it was answered, under the ids that it was sent with, or
 * the `repaint` after the frame whose `traceparent` it names. It began `ago_ms` before it is told and took `ms`.
 */
export const terminalSpanSchema = z.strictObject({
  name: z.enum(['write', 'repaint']),
  traceparent: z.string().refine((text) => traceparentIn(text) !== null),
  ago_ms: milliseconds,
  ms: milliseconds,
});

export type TerminalSpan = z.infer<typeof terminalSpanSchema>;
