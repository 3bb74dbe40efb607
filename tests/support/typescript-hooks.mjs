import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { optionsOf } from './typescript-options.cjs';

const project = new URL('../../', import.meta.url);
const aliases = { '@domain/': 'backend/domain/', '@wire/': 'backend/wire/' };
const testGlobals = new URL('jest/test-globals.mjs', import.meta.url).href;
const isSource = (url) => /\.ts(\?|$)/.test(url);
const source = (url) => new URL(url.href.replace(/\.js$/, '.ts'));

/** Finds the source behind an import of TypeScript, which names what will be made of it. */
export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: testGlobals, shortCircuit: true };
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start));
  const isRelative = specifier.startsWith('.') && isSource(context.parentURL ?? '');
  if (!alias && !isRelative) return next(specifier, context);
  const url = alias
    ? source(new URL(`${aliases[alias]}${specifier.slice(alias.length)}`, project))
    : source(new URL(specifier, context.parentURL));
  if (!existsSync(url)) return next(specifier, context);
  return { url: url.href, shortCircuit: true };
}

/** Makes JavaScript of a source. */
export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    ...optionsOf(filename),
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
