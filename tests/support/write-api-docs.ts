import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apiMarkdown } from '#backend/tools/api-docs/pages.js';
import { productDocument } from './api-document.js';

// `npm run api-docs`: generates the page of the API anew.
writeFileSync(
  fileURLToPath(new URL('../../.docs/api.md', import.meta.url)),
  apiMarkdown(await productDocument()),
);
