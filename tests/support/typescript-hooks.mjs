import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from './typescript-options.cjs';

const project = new URL('../../', import.meta.url);
const compiled = new URL('.cache/typescript/', project);
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

/** Makes JavaScript of a source, or takes what an earlier run made of the same text. */
export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const text = await readFile(filename, 'utf8');
  const options = { ...optionsOf(filename), sourceMaps: 'inline' };
  const mark = `//${createHash('sha256').update(text).update(JSON.stringify(options)).digest('hex')}\n`;
  const file = fileURLToPath(new URL(`${filename.slice(fileURLToPath(project).length)}.js`, compiled));
  const earlier = await readFile(file, 'utf8').catch(() => '');
  if (earlier.startsWith(mark))
    return { format: 'module', source: earlier.slice(mark.length), shortCircuit: true };
  const { transform } = await import('@swc/core');
  const { code } = await transform(text, options);
  await mkdir(dirname(file), { recursive: true });
  // Renamed when it is complete: other workers read it.
  await writeFile(`${file}.${process.pid}`, mark + code);
  await rename(`${file}.${process.pid}`, file);
  return { format: 'module', source: code, shortCircuit: true };
}
