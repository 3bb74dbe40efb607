import { ANSWERS, errorAnswer } from '@wire/answers.js';
import type { z } from 'zod';

const patternOf = (name: string) => new RegExp(`^${name.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);

// A path without parameters comes before one that it matches as well.
const ROUTES = Object.entries(ANSWERS)
  .sort(([one], [other]) => one.split(':').length - other.split(':').length)
  .map(([name, answer]) => ({ name, answer, pattern: patternOf(name) }));

/** The routes whose answer of success was parsed in this process. */
export const parsedRoutes = new Set<string>();

/** Parses an answer with the schema that the API's document has for it; throws where they differ. */
export function checkAnswer(
  method: string,
  path: string,
  { status, body, headers }: { status: number; body: unknown; headers: Headers },
): void {
  const route = ROUTES.find(({ pattern }) => pattern.test(`${method} ${path.split('?')[0]}`));
  const type = headers.get('content-type')?.split(';')[0] ?? null;
  if (!route || status === 304) return;
  const { name, answer } = route;
  if (status >= 400) {
    if (name.includes('/api/') && type === 'application/json') parse(`error of ${name}`, errorAnswer, body);
    return;
  }
  parsedRoutes.add(name);
  if (answer === null || typeof answer === 'string') {
    if (type !== answer) throw new Error(`${name} answers ${type}, not ${answer}`);
  } else if (type === 'application/json') {
    parse(name, answer, body);
  } else if (name !== 'GET /api/events') {
    throw new Error(`${name} answers ${type}, not JSON`);
  }
}

function parse(name: string, schema: z.ZodType, body: unknown): void {
  const { error } = schema.safeParse(body);
  if (error) throw new Error(`${name} differs from its schema: ${error.message}\n${JSON.stringify(body)}`);
}
