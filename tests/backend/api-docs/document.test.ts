import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { NextFunction, Request, Response } from 'express';
import { AppModule } from '#backend/app.module.js';
import { readConfig } from '#backend/platform/config.js';
import { ErrorFilter } from '#backend/platform/http/error.filter.js';
import { CALL_GROUPS } from '#backend/tools/api-docs/api-docs.module.js';
import {
  type ApiDocument,
  apiDocument,
  operationsOf,
  type ServedRoute,
} from '#backend/tools/api-docs/openapi.js';
import { apiMarkdown } from '#backend/tools/api-docs/pages.js';
import { productDocument, routesOf } from '#tests/support/api-document.js';
import { sharedDatabase } from '#tests/support/shared.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';
import { ROUTES } from '../api/route-table.js';

const SERVED: ServedRoute = {
  name: 'GET /api/sauna',
  method: 'GET',
  path: '/api/sauna',
  operationId: 'SaunaController_list',
  status: 200,
  permission: 'look',
};

/** Values that every parameter of that name takes. */
const GOOD: Readonly<Record<string, string>> = Object.fromEntries(
  new URLSearchParams(
    'date=2026-11-21&start_date=2026-11-01&end_date=2026-11-30&stay_start=2026-11-21&stay_end=2026-11-23&year_month=2026-11-01&refund=2&month=2026-11-01&' +
      'as_of=0&by_stay=1&since=0&read=0&all=1&with_open=1&by=week&before=head&after=0&limit=5&type=ReservationCreated&' +
      'stream=reservation-1&room=1001&room_number=1001&terminal=端末&q=山田&format=json&mens_count=1&womens_count=0&' +
      'smoking_status=禁煙&corporateID=0&status=failed&outcome=new&dry_run=1&booking_id=1&booking_ids=1&staff_id=1&date=2026-11-21',
  ),
);
const GOOD_FOR: Readonly<Record<string, Record<string, string>>> = {
  '/api/feed': { after: '0', limit: '5', wait: '0', hash: '0'.repeat(64) },
  '/api/front-desk/invoices': { after: '2026-11-01_5' },
  '/api/front-desk/unpaid': { before: '2026-11-01_5' },
  '/api/evidence-package': { from: '1', to: '2' },
  '/api/events': { from: '2026-11-01', to: '2026-11-30' },
  '/api/booking/{id}/receipt': { kind: 'receipt' },
};
const idsOf = (path: string) =>
  path
    .replace(/{(id|booking)}/, '999999')
    .replace('{number}', '1')
    .replace('{request_id}', 'a-request-id');

const database = sharedDatabase();

describe('the document of the API', () => {
  let app: INestApplication;
  let document: ApiDocument;
  let url: string;
  let read: Set<string>;
  const evidence = temporaryFolder();

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      imports: [AppModule.with(readConfig({ EVIDENCE_DIR: evidence.path }), database.url)],
    }).compile();
    app = module.createNestApplication();
    app.useGlobalFilters(new ErrorFilter());
    app.use((request: Request, _response: Response, next: NextFunction) => {
      // Whatever is awaited is asked for `then`.
      const note = (name: string | symbol): void => {
        if (typeof name === 'string' && name !== 'then') read.add(name);
      };
      const query = new Proxy(request.query, {
        get(target, name) {
          note(name);
          return Reflect.get(target, name);
        },
        getOwnPropertyDescriptor(target, name) {
          note(name);
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
      });
      Object.defineProperty(request, 'query', { value: query });
      next();
    });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
    document = await productDocument();
  });

  afterAll(async () => {
    await app.close();
    evidence.remove();
  });

  /** Calls it with a query, and tells which parameters were looked at. */
  async function ask(method: string, path: string, query: Record<string, string>) {
    read = new Set();
    const form = new FormData();
    form.append('file', new Blob(['部屋番号']), 'file.csv');
    const body = method === 'GET' ? null : form;
    const response = await fetch(`${url}${idsOf(path)}?${new URLSearchParams(query)}`, { method, body });
    return { status: response.status, text: await response.text() };
  }

  const queries = () =>
    operationsOf(document).flatMap(({ method, path, operation }) => {
      const parameters = operation.parameters.flatMap((each) => ('in' in each ? [each] : []));
      return parameters.length > 0 ? [{ method, path, parameters }] : [];
    });

  it('tells of each write whether it takes a key and a version', () => {
    const headersOf = ({ method, path, operation }: ReturnType<typeof operationsOf>[number]) => {
      const sent = operation.parameters.flatMap((each) =>
        '$ref' in each ? [each.$ref.split('/').at(-1)] : [],
      );
      const route = `${method} ${path.replace(/{(\w+)}/g, ':$1')}`;
      return { route, key: sent.includes('IdempotencyKey'), version: sent.includes('IfMatch') };
    };
    const writes = Object.entries(ROUTES).filter(([route]) => !route.startsWith('GET '));
    const documented = operationsOf(document).filter(({ method }) => method !== 'GET');
    const wanted = writes.map(([route, { hasNoKey, hasVersion }]) => ({
      route,
      key: !hasNoKey,
      version: hasVersion ?? false,
    }));
    const sorted = (calls: typeof wanted) => calls.sort((one, other) => (one.route < other.route ? -1 : 1));
    expect(sorted(documented.map(headersOf))).toEqual(sorted(wanted));
  });

  it('holds exactly the calls that are served', () => {
    const documented = operationsOf(document).map(
      ({ method, path }) => `${method} ${path.replace(/{(\w+)}/g, ':$1')}`,
    );
    const served = routesOf(app).map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  it('names each parameter of a path, each operation once, and only components that are there', () => {
    const operations = operationsOf(document);
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => `#/components/parameters/${name}`);
      const references = operation.parameters.flatMap((each) => ('$ref' in each ? [each.$ref] : []));
      expect({ path, references }).toEqual({ path, references: expect.arrayContaining(named) });
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids).toEqual([...new Set(ids)]);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    const lost = references.filter(
      ([, kind = '', name = '']) => !(name in (document.components[kind] ?? {})),
    );
    expect(lost).toEqual([]);
  });

  it('is valid OpenAPI 3.1, with the schema of each answer', async () => {
    const validator = new Validator();
    const checked = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect({ errors: checked.errors, version: validator.version }).toEqual({
      errors: undefined,
      version: '3.1',
    });
    const broken = await new Validator().validate({ ...document, paths: { '/api': { get: { tags: 1 } } } });
    expect(broken.valid).toBe(false);
    for (const { method, path, operation } of operationsOf(document)) {
      const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      expect({ method, path, answers: answers.length > 0 }).toEqual({ method, path, answers: true });
      for (const [, answer] of answers) expect(JSON.stringify(answer)).not.toMatch(/"schema":\{\}/);
    }
  });

  it('has nothing that Redocly finds fault with, and is checked by it', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // It is part of the product and has no licence of its own.
      rules: { 'info-license': 'off' },
    });
    const faults = async (linted: object) => {
      const source = JSON.stringify(linted);
      const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
      return found.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`);
    };
    expect(await faults(document)).toEqual([]);
    const { security: _, ...open } = document;
    expect((await faults(open)).join()).toContain('security-defined');
    const lost = JSON.parse(JSON.stringify(document).replaceAll('schemas/Booking"', 'schemas/Sauna"'));
    expect((await faults(lost)).join()).toContain('no-unresolved-refs');
  });

  it('is what .docs/openapi.json says: run `npm run api-docs` after a change', () => {
    const file = readFileSync(new URL('../../../.docs/openapi.json', import.meta.url), 'utf8');
    expect(file).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  it('names every parameter of a query that is read, and no other', async () => {
    expect(queries().length).toBeGreaterThan(15);
    for (const { method, path, parameters } of queries()) {
      const names = parameters.map(({ name }) => name);
      const good = { ...GOOD, ...GOOD_FOR[path] };
      const query = Object.fromEntries(names.map((name) => [name, good[name] ?? '']));
      const { status, text } = await ask(method, path, query);
      expect({ path, status, text: status === 400 ? text : '' }).toEqual({ path, status, text: '' });
      expect({ path, read: [...read].sort() }).toEqual({ path, read: names.sort() });
    }
  });

  it('tells which parameters of a query must be there', async () => {
    for (const { method, path, parameters } of queries()) {
      const good = { ...GOOD, ...GOOD_FOR[path] };
      const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
      for (const left of ['', ...needed]) {
        const sent = needed.filter((name) => name !== left).map((name) => [name, good[name] ?? '']);
        const { status } = await ask(method, path, Object.fromEntries(sent));
        expect({ path, left, isRefused: status === 400 }).toEqual({ path, left, isRefused: left !== '' });
      }
    }
  });

  it('does not come about when a served call is not described, or a described one not served', () => {
    expect(() => apiDocument([SERVED], [])).toThrow('not described: GET /api/sauna');
    expect(() => apiDocument([], CALL_GROUPS)).toThrow('described, but not served: GET /api/bookings');
  });

  it('is what .docs/api.md says: run `npm run api-docs` after a change', () => {
    const page = readFileSync(new URL('../../../.docs/api.md', import.meta.url), 'utf8');
    expect(page).toBe(apiMarkdown(document));
    expect(page.replace('PUT /api/booking/{id}', 'PUT /api/booking')).not.toBe(apiMarkdown(document));
  });
});
