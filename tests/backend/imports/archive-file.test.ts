import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { archiveFile } from '../../../backend/imports/drop-folder.js';

const ASIDE = '取込不可';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotel-put-aside-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const drop = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
/** The texts of the files in a folder, those of its folders left out. */
const textsIn = (place: string): string[] =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(place, name), 'utf8'))
    .sort();
const says =
  (text: string) =>
  async (path: string): Promise<boolean> =>
    readFileSync(path, 'utf8') === text;

test('a file that was replaced in the last moment stays for its own turn under its name', async () => {
  const path = drop('a.csv', 'new');
  expect(await archiveFile(path, ASIDE, 'wrong', says('old'))).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(textsIn(folder)).toEqual(['new']);
  expect(textsIn(join(folder, ASIDE))).toEqual([]);
});

test('replaced twice, both files stay for their own turn', async () => {
  const path = drop('a.csv', 'new');
  const replacing = async () => {
    drop('a.csv', 'newer');
    return false;
  };
  expect(await archiveFile(path, ASIDE, null, replacing)).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('newer');
  expect(textsIn(folder)).toEqual(['new', 'newer']);
  expect(readdirSync(folder).every((name) => name === ASIDE || name.endsWith('.csv'))).toBe(true);
});

test('a file that cannot be read gets its name back', async () => {
  const path = drop('a.csv', 'a');
  const fails = () => Promise.reject(new Error('out of order'));
  await expect(archiveFile(path, ASIDE, null, fails)).rejects.toThrow('out of order');
  expect(readdirSync(folder).sort()).toEqual(['a.csv', ASIDE].sort());
});

test('of two nodes one moves a file', async () => {
  const path = drop('a.csv', 'a');
  const outcomes = await Promise.allSettled([1, 2].map(() => archiveFile(path, ASIDE, null, says('a'))));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(folder)).toEqual([ASIDE]);
  expect(readdirSync(join(folder, ASIDE))).toEqual(['a.csv']);
});

test('files of one name that are moved in the same moment are all there afterwards, each with its text', async () => {
  const names = ['a.csv', 'a.CSV', 'a.csv', 'a.CSV', 'a.csv'];
  const moves: Promise<boolean>[] = [];
  let go = (): void => {};
  const all = new Promise<void>((done) => {
    go = done;
  });
  for (const [index, name] of names.entries()) {
    const path = drop(name, `file ${index}`);
    await new Promise<void>((claimed) => {
      const isIt = async (place: string) => {
        claimed();
        await all;
        return says(`file ${index}`)(place);
      };
      const move = archiveFile(path, ASIDE, `reason ${index}`, isIt);
      moves.push(move);
      void move.then(() => claimed());
    });
  }
  go();
  expect(await Promise.all(moves)).toEqual(names.map(() => true));
  const aside = join(folder, ASIDE);
  expect(readdirSync(folder)).toEqual([ASIDE]);
  expect(readdirSync(aside)).toHaveLength(2 * names.length);
  for (const name of readdirSync(aside).filter((one) => !one.endsWith('.txt'))) {
    const reason = readFileSync(join(aside, name.replace(/csv$/i, 'txt')), 'utf8');
    expect({ name, reason }).toEqual({
      name,
      reason: readFileSync(join(aside, name), 'utf8').replace('file', 'reason'),
    });
  }
});
