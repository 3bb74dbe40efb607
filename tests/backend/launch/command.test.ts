import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
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
    expect(lines).toEqual([
      expect.stringContaining(
        'start, test, bench, faults, dev, rebuild, verify, checkpoint, admin-code, backup, restore, restore-keys, migrate, import-csv',
      ),
    ]);
  });

  // npm runs a shell, and the shell the command: here a process that stands for npm does the same.
  // Who started the shell can only be seen in /proc.
  it.each(existsSync('/proc/self/stat') ? ['npm', 'the shell'] : ['the shell'])(
    'ends in order when %s is killed',
    async (killed) => {
      const module = pathToFileURL('backend/launch/prepare/end-with-npm.mjs').href;
      const command = `
      const { endWithNpm } = await import('${module}');
      endWithNpm();
      process.on('SIGTERM', () => { console.log('ended in order'); process.exit(); });
      setInterval(() => {}, 1_000_000);
      console.log(process.ppid);`;
      const npm = `
      const shell = '"$NODE" --input-type=module --eval "$COMMAND"; :';
      require('node:child_process').spawn('sh', ['-c', shell], { stdio: 'inherit' });`;
      const env = { ...process.env, npm_lifecycle_event: 'start', NODE: process.execPath, COMMAND: command };
      const started = spawn(process.execPath, ['--eval', npm], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      started.stdout.on('data', (chunk) => {
        output += chunk;
      });
      await once(started.stdout, 'data');
      process.kill(killed === 'npm' ? (started.pid ?? 0) : Number.parseInt(output, 10), 'SIGKILL');
      await once(started.stdout, 'close');
      expect(output).toContain('ended in order');
    },
  );
});
