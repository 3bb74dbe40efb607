// Run by `npm version NUMBER`: notes the API of the release, which the changelog's next chapter is compared with.
import { readFileSync, writeFileSync } from 'node:fs';
import { operationDigests } from './api-changes.mjs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { version } = read('package.json');
const released = { version, operations: operationDigests(read('.docs/openapi.json')) };
writeFileSync('.docs/openapi.released.json', `${JSON.stringify(released, null, 2)}\n`);
