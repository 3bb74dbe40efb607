import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

/** Runs the preparation as if under another version of Node. */
function prepareUnder(version: string, purpose = 'start') {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
  const args = ['--import', pretend, 'backend/launch/prepare.mjs', purpose];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n') };
}

describe('prepare', () => {
  it.each(['20.18.3', '18.20.4', '16.0.0'])('refuses Node %s with one line', (version) => {
    const { status, lines } = prepareUnder(version);
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`Node\\.js 20\\.19 以降が必要です.*${version}`)),
    ]);
  });

  it.each(['20.19.0', '22.12.0', '24.1.0'])('accepts Node %s', (version) => {
    const { lines } = prepareUnder(version, 'unknown');
    expect(lines).toEqual([expect.stringContaining('start, test, dev')]);
  });
});
