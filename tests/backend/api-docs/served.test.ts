import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { ApiDocument, JsonSchema } from '#backend/tools/api-docs/openapi.js';
import { operationsOf } from '#backend/tools/api-docs/openapi.js';
import type { Answer } from '#tests/support/api-client.js';
import { productDocument } from '#tests/support/api-document.js';
import { sharedServer, sharedSignInHotel } from '#tests/support/shared.js';
import { askAsNamed } from '#tests/support/signed-in-client.js';
import { A_BOOKING } from '#tests/support/store-node.js';

/** Fields that a save refuses in one message, under the name of the first. */
const REFUSED_WITH: Readonly<Record<string, string>> = { womens_count: 'mens_count', gender_2: 'gender_1' };
const refusedAs = (path: string, names: readonly string[]) =>
  [
    ...new Set(names.map((name) => (path.startsWith('/api/booking') ? (REFUSED_WITH[name] ?? name) : name))),
  ].sort();
const NIGHTS = { stay_start: '2030-01-10', stay_end: '2030-01-12' };
const ROOM = {
  ...{ room_number: '1001', room_type: 'シングル', room_label: 'S', priority: '', smoking_status: '禁煙' },
  ...{ reservable_status: '予約可能', corporate: 0, from: '2030-01-01', until: '2030-01-01' },
};
const fieldsOf = ({ body }: Answer<ErrorBody>) =>
  body.errors.map(({ field }) => field?.replace(/\W.*/, '')).sort();

const server = sharedServer();
const hotel = sharedSignInHotel({ REQUESTS_PER_MINUTE: '100000' });

describe('the documentation without sign-in', () => {
  it('is a Japanese page for everybody, without scripts, that uses its own style and nothing else', async () => {
    const answer = await fetch(`${server.url}/api/docs`);
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const part of ['<html lang="ja">', 'PUT /api/booking/{id}/cancel', '予約を取り消します。'])
      expect(page).toContain(part);
    expect(page).not.toMatch(/<script|https?:\/\/|src=/);
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; frame-ancestors 'none'`,
    );
  });

  it('is OpenAPI for programs', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(await productDocument())));
  });
});

describe('the documentation with sign-in', () => {
  let document: ApiDocument;
  let booking: number;
  let changed = 0;

  beforeAll(async () => {
    document = await productDocument();
    await hotel.admin.post('/api/room-months', ROOM);
    const rooms = await hotel.admin.get<{ id: number }[]>('/api/rooms?year_month=2030-01-01');
    const saved = { ...A_BOOKING, ...NIGHTS, room_id: rooms.body[0]?.id };
    const later = { ...saved, stay_start: '2030-01-20', stay_end: '2030-01-22' };
    booking = (await hotel.admin.post<{ id: number }>('/api/booking', saved)).body.id;
    changed = (await hotel.admin.post<{ id: number }>('/api/booking', later)).body.id;
  });

  it('opens the page from the address bar, where a browser sends no header of ours; nothing else', async () => {
    const { origin: _, 'x-requested-with': __, ...typed } = hotel.admin.headers() as Record<string, string>;
    const bar = { ...typed, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
    const statusOf = async (path: string) =>
      (await askAsNamed(hotel.url + path, { method: 'GET', headers: bar, body: null })).status;
    expect(await statusOf('/api/docs')).toBe(200);
    for (const path of ['/api/openapi.json', '/api/blacklist']) expect(await statusOf(path)).toBe(403);
  });

  /** Every JSON body that is documented, each form of it on its own. */
  const bodies = () =>
    operationsOf(document).flatMap(({ method, path, operation }) => {
      const schema = operation.requestBody?.content['application/json']?.schema;
      const forms: readonly JsonSchema[] = schema?.oneOf ?? (schema ? [schema] : []);
      return forms.map((form) => ({ method, path, form }));
    });

  const call = (method: string, path: string, body: object, id = booking) =>
    hotel.admin.send<ErrorBody>(method, path.replace('{id}', String(id)), JSON.stringify(body), {
      'content-type': 'application/json',
    });

  it('names the fields of each body that the server reads, and no other', async () => {
    expect(bodies().length).toBeGreaterThan(30);
    for (const { method, path, form } of bodies()) {
      const { properties = {} } = form;
      const written = Object.keys(properties).filter((name) => !properties[name]?.readOnly);
      const wrong = Object.fromEntries(Object.keys(properties).map((name) => [name, { wrong: 1 }]));
      const answer = await call(method, path, { ...wrong, sauna: 1 });
      const refused = { method, path, status: 422, fields: refusedAs(path, [...written, 'sauna']) };
      expect({ method, path, status: answer.status, fields: fieldsOf(answer) }).toEqual(refused);
    }
  });

  it('tells which fields of a body must be there', async () => {
    for (const { method, path, form } of bodies()) {
      const isCode = form.properties?.code !== undefined;
      // An empty body cancels a booking, or checks a guest in.
      const answer = await call(method, path, isCode ? { code: 1 } : {}, changed);
      const required = refusedAs(path, form.required ?? []);
      if (required.length === 0) {
        const unread = answer.body?.errors?.filter(({ code }) => code.startsWith('bad_')) ?? [];
        expect({ method, path, unread }).toEqual({ method, path, unread: [] });
      } else {
        const refused = { method, path, status: 422, fields: required };
        expect({ method, path, status: answer.status, fields: fieldsOf(answer) }).toEqual(refused);
      }
    }
  });
});
