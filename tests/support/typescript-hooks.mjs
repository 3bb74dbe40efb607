import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const project = new URL('../../', import.meta.url);
const aliases = { '@domain/': 'backend/domain/', '@wire/': 'backend/wire/' };
const source = (url) => new URL(url.href.replace(/\.js$/, '.ts'));

/** Finds the source behind an import of TypeScript, which names what will be made of it. */
export async function resolve(specifier, context, next) {
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start));
  const isRelative = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  if (!alias && !isRelative) return next(specifier, context);
  const url = alias
    ? source(new URL(`${aliases[alias]}${specifier.slice(alias.length)}`, project))
    : source(new URL(specifier, context.parentURL));
  if (!existsSync(url)) return next(specifier, context);
  return { url: url.href, shortCircuit: true };
}

/** Makes JavaScript of a source, as the build does. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
