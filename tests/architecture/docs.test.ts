import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const LARGEST_README_BYTES = 10_240;
const FOLDERS = 'backend|frontend|migrations|tests|\\.docs|\\.container|\\.debian|\\.monitoring';

const pagesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = [...pagesIn('.'), ...pagesIn('.docs')];
const decisions = pagesIn('.docs/decisions').sort();
const proofs = pagesIn('.docs/proof');

/** Returns a heading's anchor, as forges make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The links of a page that lead nowhere. */
function brokenLinks(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(target)) return true;
    if (anchor === undefined) return false;
    return !headingsOf(target === page ? text : readFileSync(target, 'utf8')).includes(anchor);
  });
}

/** The files and folders of the project that a page names in code and that are not there. */
function missingFiles(text: string): string[] {
  const named = [...text.matchAll(new RegExp(`(?<![\\w/.])(?:${FOLDERS})/[\\w./-]*\\w`, 'g'))].map(
    ([path]) => path,
  );
  return named.filter((path) => !existsSync(path) && !existsSync(`${path}.md`) && !existsSync(`${path}.ts`));
}

/** The tests that a page quotes, behind the name of their file, and that the file does not have. */
function missingTests(text: string): string[] {
  const quotes = [...text.matchAll(/`(tests\/[\w./-]+)`|“([^”]+)”/g)];
  let content = '';
  return quotes.flatMap(([, file, title = '']) => {
    if (file) content = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return file || content.includes(title) ? [] : [title];
  });
}

/** The commands that a page names and package.json does not have. */
function missingCommands(text: string): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...text.matchAll(/npm run ([a-z:-]*[a-z])/g)].map(([, name = '']) => name);
  return named.filter((name) => !(name in scripts));
}

describe('the documentation', () => {
  it.each([...pages, ...decisions, ...proofs])('%s: every link has a target', (page) => {
    expect(brokenLinks(page, readFileSync(page, 'utf8'))).toEqual([]);
  });

  it.each([...pages, ...decisions])('%s names only existing files and commands', (page) => {
    const text = readFileSync(page, 'utf8');
    expect({ files: missingFiles(text), commands: missingCommands(text) }).toEqual({
      files: [],
      commands: [],
    });
  });

  it('every requirement of ASVS level 1 is gone through, and the tests that are named are there', () => {
    const text = readFileSync('.docs/security.md', 'utf8');
    const rows = [...text.matchAll(/^\| (\d[\d., ]*) \|/gm)].flatMap(([, ids = '']) => ids.split(', '));
    expect(new Set(rows).size).toBe(70);
    expect(rows).toHaveLength(70);
    expect(missingTests(text)).toEqual([]);
  });

  it('the README is one page and links every other page', () => {
    const text = readFileSync('README.md', 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LARGEST_README_BYTES);
    for (const page of pages.filter((path) => path !== 'README.md')) {
      expect(text).toContain(`](${page})`);
    }
  });

  it('the architecture names every folder of the backend and the screens', () => {
    const text = readFileSync('.docs/architecture.md', 'utf8');
    const folders = ['backend', 'frontend'].flatMap((part) =>
      readdirSync(part, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [{ part, name: entry.name }] : [],
      ),
    );
    const isNamed = ({ part, name }: (typeof folders)[number]) =>
      new RegExp(`^\\| (?=\`${part}/).*\`(?:${part}/)?${name}[\`/]`, 'm').test(text);
    expect(folders.filter((folder) => !isNamed(folder))).toEqual([]);
  });

  it('a decision has a number, a date, a status and three paragraphs, and a line in the list', () => {
    const list = readFileSync('.docs/decisions.md', 'utf8');
    expect(decisions.length).toBeGreaterThan(40);
    for (const [index, page] of decisions.entries()) {
      const text = readFileSync(page, 'utf8');
      const number = index + 1;
      expect(page).toContain(`/${String(number).padStart(4, '0')}-`);
      const [heading = '', meta = '', ...paragraphs] = text.trim().split('\n\n');
      expect(heading.startsWith(`# ${number}. `)).toBe(true);
      expect(meta).toMatch(/^Date: \d{4}-\d\d-\d\d\nStatus: (accepted|superseded by \d+)$/);
      expect({ page, parts: paragraphs.map((part) => part.split(':')[0]) }).toEqual({
        page,
        parts: ['Context', 'Decision', 'Consequence'],
      });
      const title = heading.replace(/^# \d+\. /, '');
      expect(list).toContain(`| ${number} | [${title}](decisions/${basename(page)}) |`);
    }
    expect(list).not.toContain('\n## ');
  });

  it.each([
    ['a file that is not there', () => brokenLinks('README.md', '[x](.docs/sauna.md)')],
    ['a heading that is not there', () => brokenLinks('README.md', '[x](.docs/operations.md#sauna)')],
    ['a heading of the page itself', () => brokenLinks('README.md', '# A page\n[x](#another-page)')],
    ['a source that is not there', () => missingFiles('see `backend/sauna/sauna.ts`')],
    ['a test that is not there', () => missingTests('`tests/domain/dates.test.ts` “sauna”')],
    ['a command that is not there', () => missingCommands('`npm run sauna`')],
  ])('%s is found', (_, found) => {
    expect(found()).toHaveLength(1);
  });
});
