// Compiles the server into dist, as nest-cli.json says.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const { sourceRoot, compilerOptions } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
const { swcrcPath, outDir, filenames: folders } = compilerOptions.builder.options;
const assets = compilerOptions.assets.map(({ include }) => join(sourceRoot, dirname(include)));

/** Folders that hold sources of the server. */
export const sourceFolders = folders.map((folder) => join(root, folder));

/** Compiles or copies one file of the project; false for a file that the server does not need. */
export async function compile(file) {
  const isSource = file.endsWith('.ts');
  if (!isSource && !assets.includes(dirname(file))) return false;
  const output = join(root, outDir, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(output), { recursive: true });
  if (isSource) {
    const source = join(root, file);
    const sourceFileName = relative(dirname(output), source);
    const options = { root, cwd: root, configFile: join(root, swcrcPath), sourceFileName };
    const { code, map } = await transformFile(source, options);
    writeFileSync(output, `${code}\n//# sourceMappingURL=${basename(output)}.map`);
    writeFileSync(`${output}.map`, map);
  } else {
    copyFileSync(join(root, file), output);
  }
  return true;
}

/** Compiles everything. */
export async function buildServer() {
  for (const folder of folders) rmSync(join(root, outDir, folder), { recursive: true, force: true });
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  await Promise.all(files.map(compile));
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) await buildServer();
