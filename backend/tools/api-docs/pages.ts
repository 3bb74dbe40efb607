import { createHash } from 'node:crypto';
import { countText } from '@domain/calendar/stay-text.js';
import { ROLE_NAMES } from '@wire/field-texts.js';
import { type ApiDocument, type JsonSchema, type Operation, operationsOf } from './openapi.js';

/** One thing that can be sent with a call. */
type Field = {
  name: string;
  place: 'query' | 'body' | 'form';
  type: string;
  title: string;
  required: boolean;
};

/** A schema in a few characters, such as `0–99`, `date` or `{id, version}[]`. */
function typeText(schema: JsonSchema): string {
  const { type, format, maxLength, items, properties, required = [] } = schema;
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.additionalProperties) return `{[key]: ${typeText(schema.additionalProperties)}}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeText).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (items)
    return `${items.anyOf || items.oneOf || items.enum ? `(${typeText(items)})` : typeText(items)}[]`;
  if (properties) {
    const names = Object.entries(properties)
      .filter(([, property]) => !property.readOnly)
      .map(([name]) => (required.includes(name) ? name : `${name}?`));
    return `{${names.join(', ')}}`;
  }
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'integer' || type === 'number') return numberText(schema);
  if (type === 'string' && format) return format;
  if (type === 'string' && maxLength !== undefined) return `string ≤ ${countText(maxLength)}`;
  return type ?? 'any';
}

function numberText({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined || maximum === undefined) return 'integer';
  // A bound that is only the database's is no news to anybody.
  if (maximum >= 2_147_483_647) return minimum === 0 ? 'integer ≥ 0' : 'integer';
  return `${countText(minimum)}–${countText(maximum)}`;
}

const titleOf = (schema: JsonSchema): string =>
  schema.title ??
  (schema.anyOf ?? schema.oneOf ?? [schema.items ?? {}]).find(({ title }) => title)?.title ??
  '';

function fieldOf(name: string, place: Field['place'], schema: JsonSchema, required: boolean): Field {
  return { name, place, type: typeText(schema), title: titleOf(schema), required };
}

function fieldsIn({ properties = {}, required = [] }: JsonSchema, place: Field['place']): Field[] {
  return Object.entries(properties)
    .filter(([, property]) => !property.readOnly)
    .map(([name, property]) => fieldOf(name, place, property, required.includes(name)));
}

/** Returns what can be sent with a call in its query, and in each form that its body may have. */
function fieldsOf({ parameters, requestBody }: Operation): { query: Field[]; bodies: Field[][] } {
  // The others refer to parameters that many calls have.
  const query = parameters.flatMap((parameter) =>
    'in' in parameter ? fieldOf(parameter.name, 'query', parameter.schema, parameter.required) : [],
  );
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([media, { schema }]) =>
    (schema.oneOf ?? [schema]).map((one) => fieldsIn(one, media === 'multipart/form-data' ? 'form' : 'body')),
  );
  return { query, bodies };
}

const STYLE = `
body { font: 15px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2127; background: #fff; }
h2 { border-bottom: 2px solid #215db0; margin-top: 3rem; }
h3 { margin: 2rem 0 0.25rem; font-size: 1rem; }
code, h3 { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; }
th:nth-child(1), th:nth-child(5) { width: 24%; }
th:nth-child(2), th:nth-child(4) { width: 4.5rem; }
th, td { border: 1px solid #c5cbd3; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { background: #f6f7f9; }
p { margin: 0.25rem 0; }
`;

/** Only the page's own style sheet, named by its hash. */
export const PAGE_SECURITY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PLACES: Readonly<Record<Field['place'], string>> = { query: 'クエリ', body: '本文', form: 'フォーム' };

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

function fieldRow({ name, place, type, title, required }: Field): string {
  const cells = [name, PLACES[place], type, required ? '必須' : '', title].map(escaped);
  return `<tr>${cells.map((cell, index) => (index === 0 ? `<td><code>${cell}</code></td>` : `<td>${cell}</td>`)).join('')}</tr>`;
}

function fieldTable(fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const head = ['項目', '場所', '型', '必須', '内容']
    .map((title) => `<th scope="col">${title}</th>`)
    .join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${fields.map(fieldRow).join('')}</tbody></table>`;
}

/** The roles that may make a call, in Japanese. */
const roleNames = (operation: Operation): string =>
  operation['x-roles']?.map((role) => ROLE_NAMES[role]).join('・') ?? 'だれでも';

function section(method: string, path: string, operation: Operation): string {
  const { query, bodies } = fieldsOf(operation);
  const tables = [query, ...bodies].map(fieldTable).filter((table) => table !== '');
  return `<h3 id="${operation.operationId}">${method} ${escaped(path)}</h3>
<p>${escaped(operation.summary)}</p>
<p>使える人: ${roleNames(operation)}</p>
${tables.join(bodies.length > 1 ? '<p>または</p>' : '')}`;
}

/** The document as a page that needs no script. */
export function apiPage(document: ApiDocument): string {
  const operations = operationsOf(document);
  const contents = document.tags.map(
    ({ name }) => `<li><a href="#${encodeURIComponent(name)}">${name}</a></li>`,
  );
  const groups = document.tags.map(({ name }) => {
    const calls = operations.filter(({ operation }) => operation.tags.includes(name));
    const sections = calls.map(({ method, path, operation }) => section(method, path, operation));
    return `<h2 id="${name}">${name}</h2>\n${sections.join('\n')}`;
  });
  const introduction = document.info.description.split('\n').map((line) => `<li>${escaped(line)}</li>`);
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${document.info.title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${document.info.title}</h1>
<ul>${introduction.join('')}</ul>
<p>書き込みには Idempotency-Key、記録の変更には If-Match を付けられます。機械で読む形は <a href="/api/openapi.json">/api/openapi.json</a> です。</p>
<ul>${contents.join('')}</ul>
${groups.join('\n')}
</body>
</html>
`;
}

const INTRODUCTION = `# HTTP API

Generated by \`npm run api-docs\` from Nest's routes and the zod schemas of requests and answers; a test fails when this page is stale.
A running server shows the same in Japanese at \`/api/docs\` and as OpenAPI 3.1 at \`/api/openapi.json\` (with sign-in on, to admins).
Every release holds that document as \`.docs/openapi.json\`; \`npx openapi-typescript\` makes a client's types of it, as
\`tests/backend/api-docs/typed-client.test.ts\` does.

- A day is \`YYYY-MM-DD\` of the hotel's calendar, a month its first day, an instant RFC 3339 in UTC, a flag 0 or 1, money whole yen. Numbers, flags and ids may
  also be sent as strings of digits. Unknown fields are 422; fields that only a record that was read has are accepted and ignored.
- An error is an *Error*, listed with the other objects at the end; \`error\` is Japanese text for an alert.
- Writes take \`Idempotency-Key\` (a UUID; the same key and body gets the first answer again) unless marked ¹, and those of a record
  \`If-Match: "<version>"\` (409 when it is stale). \`?\` marks what may be left out.
- *Who* matters with sign-in on; then every call needs \`X-Requested-With: XMLHttpRequest\`.`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const fieldText = ({ name, type, required }: Field): string => `\`${name}${required ? '' : '?'}\` ${type}`;

function sentText(operation: Operation): string {
  const { query, bodies } = fieldsOf(operation);
  const body = bodies.map((fields) => fields.map(fieldText).join('; ')).join(' *or* ');
  const media = operation.requestBody?.content['multipart/form-data'] ? 'form' : 'body';
  return [
    ...(query.length > 0 ? [`query: ${query.map(fieldText).join('; ')}`] : []),
    ...(body ? [`${media}: ${body}`] : []),
  ].join('<br>');
}

/** The answer of a call, by the names of its objects. */
function answerText({ responses }: Operation): string {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [[media, { schema }] = ['', { schema: {} }]] = Object.entries(answer?.content ?? {});
  return media === 'application/json' ? typeText(schema) : media;
}

/** The named objects of the answers with their fields. */
function objectsText({ components }: ApiDocument): string {
  const lines = Object.entries(components.schemas ?? {})
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => {
      const { properties = {}, required = [] } = schema as JsonSchema;
      const fields = Object.entries(properties).map(([field, type]) =>
        fieldText(fieldOf(field, 'body', type, required.includes(field))),
      );
      return `- **${name}**: ${fields.join('; ')}`;
    });
  return `## Objects in answers\n\n${lines.join('\n')}`;
}

/** The document as `.docs/api.md`. */
export function apiMarkdown(document: ApiDocument): string {
  const operations = operationsOf(document);
  const sections = document.tags.map(({ name, description }) => {
    const rows = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, path, operation }) => {
        const isRemembered = operation.parameters.some(
          (parameter) => '$ref' in parameter && parameter.$ref.endsWith('/IdempotencyKey'),
        );
        const mark = method === 'GET' || isRemembered ? '' : ' ¹';
        const roles = operation['x-roles']?.join(', ') ?? 'everybody';
        const who = [roles, operation['x-scopes']?.join(' + ')].filter(Boolean).join('; ');
        return [
          `\`${method} ${path}\`${mark}`,
          who,
          sentText(operation),
          answerText(operation),
          operation.description,
        ];
      });
    const table = [['Call', 'Who', 'Sent', 'Answer', 'Use'], Array(5).fill('---'), ...rows]
      .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
      .join('\n');
    return `## ${description}\n\n${table}`;
  });
  return `${[INTRODUCTION, ...sections, objectsText(document)].join('\n\n')}\n`;
}
