import type { Permission } from '@domain/masters/staff-role.js';
import type { Call, Json, RouteDesk } from './route-desk.js';

/** What a call is refused for: its body or query, where it is not the one of the call itself, and what is told. */
export type Refusal = { status: number; told: string | RegExp; body?: Json; query?: string; call?: Make };
export type Make = (desk: RouteDesk) => Promise<Call> | Call;

export type Route = {
  may: Permission | 'everybody';
  /** A call that is done, made anew each time. */
  done: Make;
  refused?: Refusal;
  /** The record has a version, which `If-Match` is held against. */
  hasVersion?: true;
  /** Remembers no key: what is done twice is the same as once, or is no command. */
  hasNoKey?: true;
  /** Reads no body. */
  hasNoBody?: true;
};

export const get = (may: Permission | 'everybody', path: string | Make, refused?: Refusal): Route => ({
  may,
  done: typeof path === 'string' ? () => ({ path }) : path,
  refused,
});
export const told = (
  status: number,
  message: string | RegExp,
  given: Omit<Refusal, 'status' | 'told'> = {},
): Refusal => ({
  status,
  told: message,
  ...given,
});
/** A call about a record that is made for it, of its version. */
export const about =
  (
    kind: string,
    make: (desk: RouteDesk) => Promise<{ id: number; version?: number }>,
    end = '',
    body?: Json | ((desk: RouteDesk, record: never) => Json),
  ): Make =>
  async (desk) => {
    const record = await make(desk);
    const said = typeof body === 'function' ? body(desk, record as never) : body;
    return { path: `/api/${kind}/${record.id}${end}`, body: said, version: record.version };
  };
export const booking = (make: 'book' | 'past' | 'inHouse' | 'left', end = '', body?: Json) =>
  about('booking', (desk) => desk[make](), end, body);
export const VERSIONED = { hasVersion: true } as const;
export const write = (
  may: Permission | 'everybody',
  done: Make,
  refused: Refusal | null = null,
  more: Omit<Route, 'may' | 'done' | 'refused'> = {},
): Route => ({ may, done, ...(refused && { refused }), ...more });
/** The calls about a list that only admins change. */
export function master(
  path: string,
  make: (desk: RouteDesk) => Promise<{ id: number; version: number }>,
  fields: (count: number) => Json,
  wrong: Refusal,
) {
  return {
    [`POST /api/${path}`]: write(
      'manage',
      (desk) => ({ path: `/api/${path}`, body: fields(desk.number()) }),
      wrong,
    ),
    [`PUT /api/${path}/:id`]: write(
      'manage',
      about(path, make, '', (desk: RouteDesk) => fields(desk.number())),
      wrong,
      VERSIONED,
    ),
    [`PUT /api/${path}/:id/retired`]: write(
      'manage',
      about(path, make, '/retired', { is_retired: 1 }),
      told(422, '使用停止は0か1で指定してください。', { body: { is_retired: 2 } }),
      VERSIONED,
    ),
  } satisfies Record<string, Route>;
}
