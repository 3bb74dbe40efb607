import type { BrokenRule } from '@domain/broken-rule.js';

/** Body of every error (contract 1): `error` has all messages, one a line, fit for an alert. */
export type ErrorBody = {
  error: string;
  errors: { code: string; field: string | null; message: string }[];
  request_id: string;
};

/** The error body for a list of broken rules. */
export function errorBody(rules: readonly BrokenRule[], requestId: string): ErrorBody {
  return {
    error: rules.map((rule) => rule.message).join('\n'),
    errors: rules.map(({ code, field, message }) => ({ code, field, message })),
    request_id: requestId,
  };
}

/** Code of the refusal (409) that names a booking in a room-month that would become 予約不可; `field` is its id. */
export const BOOKED_ROOM = 'booked_room';
