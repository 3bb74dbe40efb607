import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pathOfAlias } from './aliases.mjs';
import { compiledFileOf, optionsOf } from './typescript-options.cjs';

const project = new URL('../../', import.meta.url);
const product = fileURLToPath(new URL('backend/', project));
/** Threads run what was built: these hooks end at their own thread. */
const builtThreadProgram = new URL('built-thread-program.ts', import.meta.url).href;
const testGlobals = new URL('jest/test-globals.mjs', import.meta.url).href;
const isSource = (url) => /\.ts(\?|$)/.test(url);
const source = (url) => new URL(url.href.replace(/\.js$/, '.ts'));

let counted = false;

/** The message that asks for counts of the product's code that runs. */
export function initialize(data) {
  counted = data?.counted ?? false;
}

/** Finds the source behind an import of TypeScript, which names what will be made of it. */
export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: testGlobals, shortCircuit: true };
  if (specifier === './thread-program.js') return { url: builtThreadProgram, shortCircuit: true };
  // It makes its types by the compiler's API, which TypeScript 7 does not have.
  if (specifier === 'typescript') return next('typescript-5', context);
  const alias = pathOfAlias(specifier);
  const isRelative = specifier.startsWith('.') && isSource(context.parentURL ?? '');
  if (!alias && !isRelative) return next(specifier, context);
  const url = alias ? source(new URL(alias, project)) : source(new URL(specifier, context.parentURL));
  if (!existsSync(url)) return next(specifier, context);
  return { url: url.href, shortCircuit: true };
}

/** Makes JavaScript of a source, or takes what an earlier run made of the same text. */
export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const text = await readFile(filename, 'utf8');
  const options = optionsOf(filename);
  const mark = `//${createHash('sha256').update(text).update(JSON.stringify(options)).digest('hex')}\n`;
  const file = compiledFileOf(filename, counted);
  const earlier = await readFile(file, 'utf8').catch(() => '');
  const source = earlier.startsWith(mark)
    ? earlier.slice(mark.length)
    : await compile(text, { options, mark, file });
  return { format: 'module', source, shortCircuit: true };
}

async function compile(text, { options, mark, file }) {
  const { transform } = await import('@swc/core');
  const { code: counting, map: inputSourceMap } =
    counted && options.filename.startsWith(product)
      ? (await import('./instrument.cjs')).instrument(text, options.filename)
      : { code: text };
  const { code: bare, map } = await transform(counting, { ...options, inputSourceMap });
  const code = `${bare}//# sourceMappingURL=${pathToFileURL(file)}.map\n`;
  await mkdir(dirname(file), { recursive: true });
  await writeWhole(`${file}.map`, map);
  await writeWhole(file, mark + code);
  return code;
}

/** Other workers read the file: it is there when it is complete. */
async function writeWhole(file, text) {
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
}
