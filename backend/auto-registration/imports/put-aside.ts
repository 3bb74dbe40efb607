import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

async function isFree(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  );
}

async function freeName(folder: string, { name, ext }: { name: string; ext: string }): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    const places = [`${candidate}${ext}`, `${candidate}.txt`].map((file) => join(folder, file));
    if ((await Promise.all(places.map(isFree))).every(Boolean)) return candidate;
  }
}

/** Moves a file into a folder beside it, under a number when its name is taken there, with a text beside it or none. */
export async function putAside(path: string, folderName: string, text: string | null): Promise<void> {
  const file = parse(path);
  const folder = join(file.dir, folderName);
  await mkdir(folder, { recursive: true });
  const name = await freeName(folder, file);
  const beside = join(folder, `${name}.txt`);
  const draft = `${beside}.draft`;
  if (text !== null) await writeFile(draft, text);
  await rename(path, join(folder, `${name}${file.ext}`));
  // Nobody sees half a text.
  if (text !== null) await rename(draft, beside);
}
