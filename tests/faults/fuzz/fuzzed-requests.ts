import fc from 'fast-check';
import { texts, values } from './body-mutations.js';
import type { Draft, Mutation } from './draft.js';
import { Draws, type Known } from './draws.js';
import { FRAMINGS } from './framings.js';
import { framings, headers, methods, paths, queries } from './line-mutations.js';
import { jsonOf } from './odd-values.js';
import { uploadOf } from './uploads.js';
import { kindOf, QUERIES } from './valid-queries.js';
import { BODIES } from './valid-requests.js';

export type Route = { method: string; path: string };
/** A request as it goes over the line. */
export type LineRequest = {
  method: string;
  target: string;
  bytes: Buffer;
  cut: boolean;
  isBroken: boolean;
  isValid: boolean;
  /** What its body says, undefined when that is no JSON. */
  said: unknown;
  /** What can be pasted into a shell, and what is odd about it. */
  told: string;
};

/** Anything that may be wrong with a request. */
const mutation: fc.Arbitrary<Mutation> = fc
  .oneof(
    { weight: 10, arbitrary: values },
    { weight: 3, arbitrary: texts },
    { weight: 3, arbitrary: headers },
    { weight: 3, arbitrary: queries },
    { weight: 3, arbitrary: paths },
    { weight: 1, arbitrary: methods },
    { weight: 2, arbitrary: framings },
  )
  .map((one) => ({ ...one, [fc.toStringMethod]: () => one.what }));

/** A request for one of an application's calls: choices, and what is made wrong with it. */
export type Plan = { route: number; numbers: number[]; mutations: Mutation[] };

const CENTRAL = /^(POST|PUT) \/api\/booking(\/:id|-batch)?$/;

/** A plan for any of an application's calls, those that save bookings more often than the others. */
export const planOf = (routes: readonly Route[]): fc.Arbitrary<Plan> => {
  const central = routes.flatMap(({ method, path }, index) =>
    CENTRAL.test(`${method} ${path}`) ? [index] : [],
  );
  return fc.record({
    route: fc.oneof(
      { weight: 4, arbitrary: fc.nat(routes.length - 1) },
      { weight: 1, arbitrary: fc.constantFrom(...central) },
    ),
    numbers: fc.array(fc.nat(10_000), { minLength: 30, maxLength: 30 }),
    mutations: fc.array(mutation, { maxLength: 3 }),
  });
};

function draftOf({ method, path }: Route, draw: Draws): Draft {
  const upload = uploadOf(`${method} ${path}`, draw);
  const hasBody = method === 'POST' || method === 'PUT';
  const type = upload ? `multipart/form-data; boundary=${upload.boundary}` : 'application/json';
  const isVersioned = method === 'PUT' && draw.below(8) === 0;
  return {
    method,
    path: path.replace(/:\w+/, () => String(draw.id(kindOf(path)))),
    query: Object.entries(QUERIES[path]?.(draw) ?? {}).map(([key, value]) => [
      key,
      encodeURIComponent(value),
    ]),
    headers: [
      ...(hasBody ? [['Content-Type', type] as [string, string]] : []),
      ...(isVersioned ? [['If-Match', '"1"'] as [string, string]] : []),
    ],
    // A copy: what is changed in it must not change the product's own constants.
    tree: hasBody && !upload ? structuredClone(BODIES[`${method} ${path}`]?.(draw) ?? {}) : null,
    bytes: upload?.bytes ?? null,
    framing: 'plain',
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Where requests go, about which hotel, and what a client says of itself with each of them. */
export type Target = {
  url: string;
  routes: readonly Route[];
  known: Known;
  standing?: readonly [string, string][];
};

/** The request of a plan, about what a hotel knows by now. */
export function requestOf(plan: Plan, { url, routes, known, standing = [] }: Target): LineRequest {
  const route = routes[plan.route % routes.length] as Route;
  const draft = draftOf(route, new Draws(plan.numbers, known));
  for (const { apply } of plan.mutations) apply(draft);
  const { method, path, query, framing } = draft;
  const body = draft.bytes ?? (draft.tree === null ? Buffer.alloc(0) : Buffer.from(jsonOf(draft.tree)));
  const framed = (FRAMINGS[framing] as (typeof FRAMINGS)[string])(body);
  const isPlain = framing === 'plain' && body.length === 0 && (method === 'GET' || method === 'HEAD');
  const pairs = query.map(([key, value]) => (value === '' ? key : `${key}=${value}`));
  const target = (path + (pairs.length > 0 ? `?${pairs.join('&')}` : '')).replace(/[\s\0]/g, (sign) =>
    encodeURIComponent(sign),
  );
  const names = draft.headers.map(([name]) => name);
  const host: [string, string] = ['Host', new URL(url).host];
  const own = [
    ...(standing.length > 0 ? standing : [host]),
    ['Connection', 'close'] as [string, string],
  ].filter(([name]) => !names.includes(name));
  const all = [...own, ...draft.headers, ...(isPlain ? [] : framed.headers)];
  const version = framed.version ?? 'HTTP/1.1';
  const head = [
    `${method} ${target} ${version}`,
    ...all.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
  const curl = [
    `curl -i -X ${method} --path-as-is '${url}${target}'`,
    ...all.slice(0, 30).map(([name, value]) => `-H '${name}: ${value.slice(0, 200)}'`),
    ...(body.length > 0
      ? [`--data-binary '${body.subarray(0, 3_000).toString('utf8').replaceAll("'", "'\\''")}'`]
      : []),
  ].join(' \\\n  ');
  const whats = [...plan.mutations.map(({ what }) => what), ...(framing === 'plain' ? [] : [framing])];
  return {
    method,
    target,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), framed.bytes]),
    cut: framed.cut ?? false,
    isBroken: (framed.isBroken ?? false) || !/^[A-Z]+$/.test(method) || method === 'CONNECT',
    isValid: plan.mutations.length === 0,
    said: parsed(body),
    told: `# ${whats.join(', ') || 'as it should be'}\n${curl}`,
  };
}
