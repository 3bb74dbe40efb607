import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { RELEASES } from '../faults/support/released-build.js';
import { changedOperations, operationDigests } from '../support/api-changes.mjs';

const read = (path: string) => readFileSync(path, 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const [api, database] = version.split('.').map(Number) as [number, number, number];
const chapters = read('CHANGELOG.md').split(/^## /m).slice(1);
const chapterOf = (release: string) => chapters.find((text) => text.startsWith(`${release}\n`)) ?? '';
const migrations = readdirSync('migrations').map((name) => Number(name.slice(0, 4)));

describe('the version', () => {
  it('is the same in package.json, the lockfile and the files of the containers', () => {
    const lockfile = JSON.parse(read('package-lock.json'));
    expect([lockfile.version, lockfile.packages[''].version]).toEqual([version, version]);
    const tags = [
      'docker-compose.yml',
      '.container/patroni/docker-compose.yml',
      '.container/kubernetes/kustomization.yaml',
    ].flatMap((file) =>
      [...read(file).matchAll(/(?:hotel-front-desk[\w-]*:|newTag: )(\d\S*)/g)].map(([, tag]) => tag),
    );
    expect(tags.length).toBeGreaterThan(3);
    expect(new Set(tags)).toEqual(new Set([version]));
  });

  it("begins with the API's, as its document says", () => {
    const [, documented] = /version: '(\d+)'/.exec(read('backend/tools/api-docs/openapi.ts')) ?? [];
    expect(Number(documented)).toBe(api);
  });

  it('tells the newest migration, but for those that the changelog names as unreleased', () => {
    const newer = migrations.filter((number) => number > database);
    const named = newer.filter((number) => chapterOf('Unreleased').includes(String(number).padStart(4, '0')));
    expect(named).toEqual(newer);
    expect(migrations).toContain(database);
  });
});

describe('the changelog', () => {
  it('has a chapter of this version, behind what is not released', () => {
    expect(chapters.slice(0, 2).map((text) => text.split('\n')[0])).toEqual(['Unreleased', version]);
  });

  it.each(chapters.slice(1, -1).map((text) => text.split('\n')[0] ?? ''))(
    '%s: says who is signed out, whether it takes a rebuild, and its migrations',
    (release) => {
      for (const told of [/^- Signs out: /m, /Rebuild: /, /Migrations?: /])
        expect(chapterOf(release)).toMatch(told);
    },
  );

  it('says of each release that upgrades are tested from what upgrading from it does to sessions', () => {
    const names = chapters.map((text) => text.split('\n')[0] ?? '');
    for (const { version: release, signsOut } of RELEASES) {
      expect(names).toContain(release);
      const later = chapters.slice(1, names.indexOf(release));
      expect(later.some((text) => text.includes('Signs out: everybody'))).toBe(signsOut);
    }
  });

  const document = JSON.parse(read('.docs/openapi.json'));
  const released = JSON.parse(read('.docs/openapi.released.json'));

  /** Operations that the lines of the API in a chapter do not name. */
  const unnamed = (current: typeof document, chapter: string) => {
    const lines = [...chapter.matchAll(/^- API: (?:.|\n(?!- |\n))*/gm)].join(' ');
    const named = [...lines.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, name]) => name);
    return changedOperations(released.operations, operationDigests(current)).filter(
      (name) => !named.includes(name),
    );
  };

  it('names under “- API:” each call that was added, removed or changed since the release', () => {
    expect(released.version).toBe(version);
    expect(unnamed(document, chapterOf('Unreleased'))).toEqual([]);
  });

  it('names a removed call and all whose objects have another field, but none for its texts', () => {
    const chapter = chapterOf('Unreleased');
    const changed = structuredClone(document);
    delete changed.paths['/api/rooms'].get;
    changed.components.schemas.Corporate.properties.sauna = { type: 'boolean' };
    changed.paths['/api/blacklist'].get.summary = '法人';
    const found = unnamed(changed, chapter);
    expect(found).toEqual(expect.arrayContaining(['GET /api/rooms', 'GET /api/corporate_master']));
    expect(found).not.toContain('GET /api/blacklist');
    const line = `- API: changed ${found.map((name) => `\`${name}\``).join(',\n  ')}.\n- ${chapter}`;
    expect(unnamed(changed, `${chapter}\n${line}`)).toEqual([]);
  });
});
