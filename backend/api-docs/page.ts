import { createHash } from 'node:crypto';
import { type Field, fieldsOf } from './fields.js';
import { type ApiDocument, type Operation, operationsOf, roleNames } from './openapi.js';

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
