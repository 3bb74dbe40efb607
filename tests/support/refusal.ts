import { expect } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { Answer } from './api-client.js';

/** The error answer of contract 1 with exactly these messages, one a line; a pattern stands for one message. */
export function expectRefusal(
  answer: Answer<unknown>,
  status: number,
  ...messages: (string | RegExp)[]
): void {
  const { error } = answer.body as ErrorBody;
  const expected = messages.map((message) =>
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
  expect({ status: answer.status, messages: error?.split('\n') }).toEqual({ status, messages: expected });
  expectErrorShape(answer);
}

/** Any error answer of contract 1: a text fit for an alert, the same text rule by rule, and the request's id. */
export function expectErrorShape(answer: Answer<unknown>): void {
  const body = answer.body as ErrorBody;
  expect(Object.keys(body).sort()).toEqual(['error', 'errors', 'request_id']);
  expect(body.errors.length).toBeGreaterThan(0);
  for (const rule of body.errors) {
    expect(rule).toEqual({
      code: expect.any(String),
      field: rule.field === null ? null : expect.any(String),
      message: expect.stringMatching(/[ぁ-んァ-ヶ一-龠]/),
    });
  }
  expect(body.error).toBe(body.errors.map(({ message }) => message).join('\n'));
  expect(body.request_id).toMatch(/./);
}

/** Refuses a call with these messages and writes nothing. */
export async function refuses(
  { position }: { position: () => Promise<number> },
  call: () => Promise<Answer<unknown>>,
  status: number,
  ...messages: (string | RegExp)[]
): Promise<void> {
  const before = await position();
  expectRefusal(await call(), status, ...messages);
  expect(await position()).toBe(before);
}
