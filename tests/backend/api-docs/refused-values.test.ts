import { expect, test } from '@jest/globals';
import { decodeFields } from '@wire/fields.js';
import { z } from 'zod';
import { CALL_GROUPS } from '#backend/tools/api-docs/api-docs.module.js';

/*
 * Each value of each body, also deep within, is replaced by what no field takes: whatever the schema, the refusal is a
 * Japanese sentence of the product.
 */

const JAPANESE = /[ぁ-んァ-ヶ一-龠]/;
/** Sentences of the library begin or go on like this. */
const FOREIGN = /[A-Za-z]{3,} (input|expected|value|key)|^(Invalid|Unrecognized|Too)/;
const JUNK = [null, '', 'x', 7, -1, 1.5, true, [], ['x'], [null], [[]], {}, { x: 1 }] as const;

type Schema = z.core.$ZodType;
/** Unwraps a schema: what is optional, nullable or has a default, the first part of a pipe. */
function bare(schema: Schema): Schema {
  const { def } = schema._zod as { def: { innerType?: Schema; in?: Schema; out?: Schema; type: string } };
  if (def.innerType) return bare(def.innerType);
  if (def.type !== 'pipe' || !def.in) return schema;
  const first = bare(def.in);
  return first._zod.def.type === 'transform' && def.out ? bare(def.out) : first;
}

/** Values of a schema's kind with junk in each place. */
function* wrongValues(schema: Schema): Generator<unknown> {
  yield* JUNK;
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) for (const item of wrongValues(inner.element)) yield [item];
  if (inner instanceof z.ZodUnion) for (const option of inner.options) yield* wrongValues(option);
  if (inner instanceof z.ZodObject) yield { ...whole(inner), unknown: 1 };
  if (inner instanceof z.ZodObject)
    for (const [name, field] of Object.entries<Schema>(inner.shape))
      for (const value of wrongValues(field)) yield { ...whole(inner), [name]: value };
}

/** An object with something in each field, so that each is read. */
const whole = ({ shape }: z.ZodObject) => Object.fromEntries(Object.keys(shape).map((name) => [name, 'x']));

const BODIES = CALL_GROUPS.flatMap(({ calls }) =>
  Object.entries(calls).flatMap(([call, [, , sent = {}]]) =>
    [sent.body ?? [], sent.form ?? []].flat().map((shape) => ({ call, shape })),
  ),
);

test.each(BODIES)('a value that no field takes is refused in Japanese: $call', ({ shape }) => {
  const messages = Object.entries(shape).flatMap(([field, schema]) =>
    [...wrongValues(schema)].flatMap((value) => {
      const { unreadable } = decodeFields({ [field]: schema }, { [field]: value });
      return unreadable.map(({ message }) => message);
    }),
  );
  expect([...new Set(messages)].filter((text) => !JAPANESE.test(text) || FOREIGN.test(text))).toEqual([]);
});
