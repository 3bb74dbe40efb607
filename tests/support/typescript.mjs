// `node --import ./tests/support/typescript.mjs FILE.ts` runs a source as it stands, at full speed.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
