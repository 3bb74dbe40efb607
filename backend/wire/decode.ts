import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { z } from 'zod';

/** What could be read of a body field by field, and a rule for each field that could not. */
export type Decoded<T> = { values: Partial<T>; unreadable: BrokenRule[] };

function brokenOf(issues: z.core.$ZodIssue[], field: string): BrokenRule[] {
  return issues.map((issue) => invalid(`bad_${field}`, field, issue.message)).slice(0, 1);
}

/**
 * Reads each field of an object on its own, so that every wrong one is told at once (contract 1).
 * Fields that are left out are left out of the values, unless their schema has a default; unknown ones are refused.
 */
export function decodeFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  body: Record<string, unknown>,
): Decoded<z.output<z.ZodObject<Shape>>> {
  const values: Record<string, unknown> = {};
  const unreadable: BrokenRule[] = [];
  for (const [field, schema] of Object.entries(shape)) {
    const read = (schema as z.ZodType).safeParse(Object.hasOwn(body, field) ? body[field] : undefined);
    if (!read.success) unreadable.push(...brokenOf(read.error.issues, field));
    else if (read.data !== undefined) values[field] = read.data;
  }
  for (const field of Object.keys(body).filter((name) => !Object.hasOwn(shape, name))) {
    const shown = field.slice(0, 50).replace(/[\p{Cc}\p{Cs}]/gu, '?');
    unreadable.push(invalid('unknown_field', shown, `項目「${shown}」は指定できません。`));
  }
  return { values: values as Decoded<z.output<z.ZodObject<Shape>>>['values'], unreadable };
}
