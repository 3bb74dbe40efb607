import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { liveDocument } from '#backend/tools/api-docs/asyncapi.js';
import { apiMarkdown } from '#backend/tools/api-docs/pages.js';
import { productDocument } from './api-document.js';

const write = (name: string, text: string) =>
  writeFileSync(fileURLToPath(new URL(`../../.docs/${name}`, import.meta.url)), text);

// `npm run api-docs`: generates the page of the API, its document and that of the live protocol anew.
const document = await productDocument();
write('api.md', apiMarkdown(document));
write('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
write('live.asyncapi.json', `${JSON.stringify(liveDocument(), null, 2)}\n`);
