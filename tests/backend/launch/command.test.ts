import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

/** Runs a command as if under another version of Node. */
function commandUnder(version: string, name = 'start') {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
  const args = ['--import', pretend, 'backend/launch/command.mjs', name];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n') };
}

describe('every command', () => {
  it.each(['20.18.3', '18.20.4', '16.0.0'])('refuses Node %s with one line', (version) => {
    const { status, lines } = commandUnder(version);
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`Node\\.js 20\\.19 以降が必要です.*${version}`)),
    ]);
  });

  it.each(['20.19.0', '22.12.0', '24.1.0'])('accepts Node %s', (version) => {
    const { lines } = commandUnder(version, 'unknown');
    expect(lines).toEqual([expect.stringContaining('start, test, dev, rebuild')]);
  });
});
