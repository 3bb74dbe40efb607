import type { z } from 'zod';

/** The fields of a body: those of one shape, or of one among several. */
export type Body = z.ZodRawShape | readonly z.ZodRawShape[];

/** What one call is for and what may be sent with it; the rest is known from its route. */
export type Call = {
  /** In Japanese, for the page. */
  summary: string;
  /** In English, for `.docs/api.md`. */
  description: string;
  /** Parameters of the query, as they are read. */
  query?: z.ZodRawShape;
  /** The shape that reads the JSON body. */
  body?: Body;
  /** Fields beside `file` of a form that is uploaded. */
  form?: z.ZodRawShape;
  /** Whether the answer is not remembered for an `Idempotency-Key`. */
  isNotRemembered?: true;
};

/** Calls about one thing, by method and path as Nest has them. */
export type CallGroup = { name: string; title: string; calls: Readonly<Record<string, Call>> };
