import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

const DRAFT = '.draft';

async function namesIn(folder: string): Promise<Set<string>> {
  const files = (await readdir(folder)).filter((file) => !file.endsWith(DRAFT));
  return new Set(files.map((file) => parse(file).name));
}

function unlessTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}

/** Finds a name that nothing has in a folder, and makes its draft, by which no other node takes the name. */
async function reserveName(folder: string, wanted: string, text: string): Promise<string> {
  let taken = await namesIn(folder);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    const draft = join(folder, name + DRAFT);
    if (taken.has(name)) continue;
    if (!(await writeFile(draft, text, { flag: 'wx' }).then(() => true, unlessTaken))) continue;
    // Another node may just have been done with this name.
    taken = await namesIn(folder);
    if (!taken.has(name)) return join(folder, name);
    await unlink(draft);
  }
}

/** Moves a file into a folder under a name that is free there, with a text beside it or none. */
async function moveInto(folder: string, path: string, { name, text }: { name: string; text: string | null }) {
  const place = await reserveName(folder, name, text ?? '');
  try {
    await rename(path, place + parse(path).ext);
  } catch (error) {
    await unlink(place + DRAFT);
    throw error;
  }
  // Nobody sees half a text.
  await (text === null ? unlink(place + DRAFT) : rename(place + DRAFT, `${place}.txt`));
}

/** Gives a claimed file its name back; when another has it by now, this one waits for its turn as it is called. */
async function giveBack(claimed: string, path: string): Promise<void> {
  try {
    await link(claimed, path);
    await unlink(claimed);
  } catch {
    // It is among the files still.
  }
}

/**
 * Moves a file into a folder beside it, under a number when its name is taken there, with a text beside it or none;
 * false when it is not the file that is meant: then it stays.
 */
export async function archiveFile(
  path: string,
  folderName: string,
  text: string | null,
  isIt: (path: string) => Promise<boolean>,
): Promise<boolean> {
  const { dir, name, ext } = parse(path);
  const folder = join(dir, folderName);
  await mkdir(folder, { recursive: true });
  // Under this name no other node moves it and nobody puts another in its place; after a kill it is found again.
  const claimed = join(dir, randomUUID() + ext);
  await rename(path, claimed);
  let isMoved = false;
  try {
    if (await isIt(claimed)) {
      await moveInto(folder, claimed, { name, text });
      isMoved = true;
    }
    return isMoved;
  } finally {
    if (!isMoved) await giveBack(claimed, path);
  }
}
