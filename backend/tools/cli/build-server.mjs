// `node build-server.mjs FOLDER` compiles the server into a folder, as nest-cli.json says, and bundles its commands with their
// packages: a server that is started reads a few files instead of two thousand.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { build } from 'vite';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const { sourceRoot, compilerOptions } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
const { swcrcPath, filenames: folders } = compilerOptions.builder.options;
const assets = compilerOptions.assets.map(({ include }) => join(sourceRoot, dirname(include)));

/** Folders that hold sources of the server. */
export const sourceFolders = folders.map((folder) => join(root, folder));

/** Compiles or copies one file of the project into a folder, if the server needs it. */
export async function compile(file, folder) {
  const [source, output] = [join(root, file), join(root, folder, file.replace(/\.ts$/, '.js'))];
  mkdirSync(dirname(output), { recursive: true });
  if (assets.includes(dirname(file))) copyFileSync(source, output);
  if (!file.endsWith('.ts')) return;
  const sourceFileName = relative(dirname(output), source);
  const options = { root, cwd: root, configFile: join(root, swcrcPath), sourceFileName };
  const { code, map } = await transformFile(source, options).catch((error) => {
    // The lines after the excerpt of the source are the compiler's own.
    throw new Error(error.message.split('\n\nCaused by:')[0].trimEnd());
  });
  writeFileSync(output, `${code}\n//# sourceMappingURL=${basename(output)}.map`);
  writeFileSync(`${output}.map`, map);
}

/** Compiles everything into an empty folder. */
export async function buildServer(outDir) {
  rmSync(join(root, outDir), { recursive: true, force: true });
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  await Promise.all(files.map((file) => compile(file, outDir)));
}

/** Packages that are not bundled: native ones, data, and those that may not be installed. */
const PACKAGES = [
  /^@node-rs\//,
  /^(@nestjs\/(microservices|websockets)|class-transformer|class-validator|pg-native|bufferutil|utf-8-validate)/,
];

/** The programs of threads, by their names in the folder of the server. */
const threads = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.thread.ts'))
    .map((file) => join(folder, file.replace(/\.ts$/, '')));

/**
 * Bundles the programs that package.json names as `dist/backend/cli/…`, from their compiled files in `backend/tools/cli`, and
 * the migrations in their places; those of threads apart, since a thread is started for each file and shall read no more
 * than it needs.
 */
async function bundlePrograms(outDir) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const programs = Object.values(scripts).flatMap(
    (line) => line.match(/(?<=dist\/)backend\/cli\/[\w-]+(?=\.js)/) ?? [],
  );
  const migrations = readdirSync(join(root, 'migrations')).map(
    (file) => `migrations/${basename(file, '.ts')}`,
  );
  const inPlace = (name) => [name, name];
  const fromTools = (name) => [name, name.replace('backend/', 'backend/tools/')];
  const packages = { name: 'packages', test: /node_modules/ };
  await bundle(outDir, [...programs.map(fromTools), ...migrations.map(inPlace)], [packages]);
  for (const thread of threads('backend')) await bundle(outDir, [inPlace(thread)], []);
}

/** Bundles compiled files, each as a program of another or the same name; `groups` are chunks that they share. */
async function bundle(outDir, files, groups) {
  const input = Object.fromEntries(files.map(([name, file]) => [name, join(root, outDir, `${file}.js`)]));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [] },
    build: {
      ssr: true,
      outDir: join(root, outDir),
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input,
        external: PACKAGES,
        // Beside the other folders, so that paths relative to a compiled file stay what they are.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'backend/chunks/[name]-[hash].js',
          keepNames: true,
          codeSplitting: { groups },
          strictExecutionOrder: true,
        },
      },
    },
  });
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  try {
    const [, , folder] = process.argv;
    await buildServer(folder);
    await bundlePrograms(folder);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
