import type { Scope } from '@domain/masters/service-accounts.js';
import { mayDo, type Permission, STAFF_ROLES, type StaffRole } from '@domain/masters/staff-role.js';
import { HttpStatus, RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { ANSWERS, errorAnswer, STATUSES } from '@wire/answers.js';
import { z } from 'zod';
import { PERMISSION } from '../../platform/http/permission.js';
import { scopesOf } from '../../platform/http/scoped-routes.js';
import type { Body, CallGroup, Sent } from './call.js';

/** Part of JSON Schema that is used here. */
export type JsonSchema = {
  title?: string;
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  readOnly?: boolean;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  $ref?: string;
  additionalProperties?: JsonSchema;
};

type Parameter = { $ref: string } | { name: string; in: string; required: boolean; schema: JsonSchema };

/** An answer by its media type; a reference has no description. */
type Response = { description?: string; content?: Record<string, { schema: JsonSchema }>; $ref?: string };

export type Operation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Response>;
  /** Roles that may call it with sign-in on; null for everybody, signed in or not. */
  'x-roles': readonly StaffRole[] | null;
  /** None where everybody may call it, also a key where one is taken; else that of the document holds. */
  security?: readonly Record<string, readonly []>[];
  /** Scopes that the key of a service account needs; null where no key is taken. */
  'x-scopes': readonly Scope[] | null;
};

export type ApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: readonly { url: string; description: string }[];
  security: readonly Record<string, readonly []>[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

/** A call as Nest serves it. */
export type ServedRoute = {
  /** Such as `PUT /api/booking/:id`. */
  name: string;
  method: string;
  path: string;
  /** Such as `BookingController_amend`. */
  operationId: string;
  status: number;
  permission: Permission | 'everybody';
};

/** Every call of these controllers, from the metadata that Nest itself registers routes by. */
export function servedRoutes(controllers: readonly Type[]): ServedRoute[] {
  return controllers.flatMap((controller) => {
    const base: string = Reflect.getMetadata(PATH_METADATA, controller);
    const { prototype } = controller;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((key): ServedRoute[] => {
      const handler: object = prototype[key];
      const code: RequestMethod | undefined = Reflect.getMetadata(METHOD_METADATA, handler);
      if (code === undefined) return [];
      const method = RequestMethod[code];
      const path = `/${base}/${Reflect.getMetadata(PATH_METADATA, handler)}`
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1');
      return [
        {
          name: `${method} ${path}`,
          method,
          path,
          operationId: `${controller.name}_${key}`,
          status:
            Reflect.getMetadata(HTTP_CODE_METADATA, handler) ??
            (code === RequestMethod.POST ? HttpStatus.CREATED : HttpStatus.OK),
          permission: Reflect.getMetadata(PERMISSION, handler) ?? Reflect.getMetadata(PERMISSION, controller),
        },
      ];
    });
  });
}

const INTRODUCTION = [
  '日付はホテルの暦の日（YYYY-MM-DD）、時刻はUTCのRFC 3339、フラグは0か1、金額は円の整数です。数値・フラグ・IDは半角数字の文字列でも送れます。',
  '一覧にない項目は422です。読み取った記録にだけある項目（版番号など）は送り返しても無視されます。',
  '誤りは { error, errors: [{ code, field, message }], request_id } で返ります。',
  '他のシステムは Authorization: Bearer に連携のキーを付けて呼び出します（x-scopes の範囲が必要です）。',
  'ログインがオンのときは X-Requested-With: XMLHttpRequest をすべての呼び出しに付けてください。',
];

/** Zod takes a preprocessed field for one that may be left out; whether it may is what the field itself says. */
function required(shape: z.core.$ZodShape): string[] {
  return Object.entries(shape).flatMap(([name, field]) =>
    z.safeParse(field, undefined).success ? [] : name,
  );
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodObject) jsonSchema.required = required(zodSchema.shape);
    },
  });
  return converted as JsonSchema;
}

/** The schema of what is sent: unknown fields are refused, as they are when the body is read. */
const schemaOf = (shape: z.ZodRawShape): JsonSchema => jsonSchema(z.strictObject(shape));

function bodySchema(body: Body): JsonSchema {
  return Array.isArray(body)
    ? { oneOf: body.map((shape) => schemaOf(shape)) }
    : schemaOf(body as z.ZodRawShape);
}

function formSchema(form: z.ZodRawShape): JsonSchema {
  const { properties, required = [], ...schema } = schemaOf(form);
  const file = { title: 'ファイル', type: 'string', format: 'binary' };
  return { ...schema, properties: { file, ...properties }, required: ['file', ...required] };
}

function requestBodyOf({ body, form }: Sent): Pick<Operation, 'requestBody'> {
  if (form) {
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formSchema(form) } } },
    };
  }
  if (!body) return {};
  const schema = bodySchema(body);
  const required = schema.oneOf !== undefined || (schema.required ?? []).length > 0;
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function parametersOf(
  { method, path }: ServedRoute,
  { query = {}, isNotRemembered, hasVersion }: Sent,
): Parameter[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const { properties = {}, required = [] } = schemaOf(query);
  const isWrite = method !== 'GET' && !isNotRemembered;
  return [
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...(isWrite ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(isWrite && (hasVersion ?? names.includes('id')) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
}

type Schemas = Record<string, JsonSchema>;

/**
 * The schema of an answer; the named objects in it are added to `schemas` and referred to. A client must accept fields that
 * it does not know, so none says that there are no others.
 */
export function answerSchema(answer: z.ZodType, schemas: Schemas): JsonSchema {
  const { $defs = {}, properties = {} } = z.toJSONSchema(z.object({ answer }), {
    io: 'output',
    reused: 'inline',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.additionalProperties;
      if (zodSchema instanceof z.ZodRecord) {
        const { valueType } = zodSchema as z.ZodRecord<z.ZodString, z.ZodType>;
        jsonSchema.additionalProperties = answerSchema(valueType, schemas) as z.core.JSONSchema.BaseSchema;
        delete jsonSchema.propertyNames;
        delete jsonSchema.required;
      }
      // The days of records: checked when they are read, plain text when they are written.
      if (zodSchema instanceof z.ZodPipe) Object.assign(jsonSchema, { type: 'string', format: 'date' });
    },
  });
  const refer = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, { id: _, ...schema }] of Object.entries($defs)) schemas[name] = refer(schema);
  return refer(properties.answer);
}

/** The answer of a call that succeeds. */
function successOf(name: string, schemas: Schemas): Response {
  const answer = ANSWERS[name];
  if (answer === undefined) throw new Error(`the answer is not described: ${name}`);
  if (answer === null) return { description: '成功' };
  const content =
    typeof answer === 'string'
      ? { [answer]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: answerSchema(answer, schemas) } };
  return { description: '成功', content };
}

const inPath = (name: string, schema: JsonSchema) => ({ name, in: 'path', required: true, schema });

const header = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

const componentsWith = (schemas: Schemas) => ({
  parameters: {
    id: inPath('id', { title: 'ID', type: 'integer', minimum: 1 }),
    booking: inPath('booking', { title: '予約のID', type: 'integer', minimum: 1 }),
    number: inPath('number', { title: '何人目の宿泊者か', type: 'integer', minimum: 1, maximum: 99 }),
    file: inPath('file', { title: 'カレンダーのファイル名（秘密）', type: 'string' }),
    request_id: inPath('request_id', { title: '操作（X-Request-Id）', type: 'string' }),
    IdempotencyKey: header('Idempotency-Key', '同じキーの要求は一度だけ実行し、同じ答えを返します。', {
      type: 'string',
      format: 'uuid',
    }),
    IfMatch: header('If-Match', '読み取ったときの版番号。変わっていれば409です。', { type: 'string' }),
  },
  responses: {
    Error: {
      description: '誤り（400、401、403、404、409、413、415、422、429、503）',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
  schemas,
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
    key: { type: 'http', scheme: 'bearer' },
  },
});

const ERROR = { $ref: '#/components/responses/Error' };

const rightsOf = (permission: ServedRoute['permission']): Pick<Operation, 'x-roles' | 'security'> =>
  permission === 'everybody'
    ? { 'x-roles': null, security: [] }
    : { 'x-roles': STAFF_ROLES.filter((role) => mayDo(role, permission)) };

const keyOf = ({ method, path }: ServedRoute): Pick<Operation, 'x-scopes' | 'security'> => {
  const scopes = scopesOf(method, path);
  return { 'x-scopes': scopes, ...(scopes && { security: [{ session: [] }, { key: [] }] }) };
};

/** The calls that are served, in the order of the groups, as an OpenAPI document; one without a description is an error. */
export function apiDocument(routes: readonly ServedRoute[], groups: readonly CallGroup[]): ApiDocument {
  const missing = routes.filter(({ name }) => groups.every(({ calls }) => !(name in calls)));
  if (missing.length > 0) throw new Error(`not described: ${missing.map(({ name }) => name).join(', ')}`);
  const paths: ApiDocument['paths'] = {};
  const schemas: Schemas = {};
  answerSchema(errorAnswer, schemas);
  for (const group of groups) {
    for (const [name, [summary, description, sent = {}]] of Object.entries(group.calls)) {
      const route = routes.find((served) => served.name === name);
      if (!route) throw new Error(`described, but not served: ${name}`);
      const { operationId, permission, status } = route;
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      const operation: Operation = {
        operationId,
        tags: [group.name],
        summary,
        description,
        parameters: parametersOf(route, sent),
        ...requestBodyOf(sent),
        responses: {
          ...Object.fromEntries((STATUSES[name] ?? [status]).map((each) => [each, successOf(name, schemas)])),
          '4XX': ERROR,
          '5XX': ERROR,
        },
        ...rightsOf(permission),
        ...keyOf(route),
      };
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'ホテルのフロント API', version: '1', description: INTRODUCTION.join('\n') },
    servers: [{ url: '/', description: 'このサーバー' }],
    security: [{ session: [] }],
    tags: groups.map(({ name, title }) => ({ name, description: title })),
    paths,
    components: componentsWith(schemas),
  };
}

/** The operations of a document with their methods and paths, in its order. */
export function operationsOf({
  paths,
}: ApiDocument): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
