import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A released version: the commit that it was built from, and whether upgrading from it signs everybody out. */
export type Release = { version: string; commit: string; signsOut: boolean };

/** The last three releases, the oldest first. */
export const RELEASES: readonly Release[] = JSON.parse(
  readFileSync(new URL('../releases.json', import.meta.url), 'utf8'),
);

/** Reason why their sources can't be had here; null where they can. */
export function releasesAreAway(): string | null {
  const isThere = ({ commit }: Release) =>
    spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0;
  return RELEASES.every(isThere) ? null : 'the history of the project with its last releases is not here';
}

/** A released version in a folder of its own: its server is built from its sources, with the packages of this version. */
export function releasedBuild({ commit }: Release): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'hotel-release-'));
  const sources = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: sources });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const places = ['backend/tools/cli/prepare.mjs', 'backend/cli/prepare.mjs'];
  const program = places.find((place) => existsSync(join(folder, place)));
  const build = `import('./${program}').then(({ buildServer }) => buildServer())`;
  execFileSync(process.execPath, ['--eval', build], { cwd: folder });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
