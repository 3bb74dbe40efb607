import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

/*
 * Files that are written for other programs are read by those programs. Where one is not installed, a line says so: the
 * long runs (`npm run faults -- --long`) want them all.
 */

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Programs by the Debian package that brings them. */
const PACKAGES = { promtool: 'prometheus', haproxy: 'haproxy' } as const;
const isLong = process.env.FAULTS_LENGTH === 'long';

function accepts(program: keyof typeof PACKAGES, args: readonly string[], env: Record<string, string> = {}) {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ...env },
  });
  if (error && 'code' in error && error.code === 'ENOENT' && !isLong) {
    process.stderr.write(
      `${program} (Debian: ${PACKAGES[program]}) is not installed: ${args.join(' ')} not checked\n`,
    );
    return;
  }
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.anything()]);
}

test('Prometheus loads the alerts', () => {
  accepts('promtool', ['check', 'rules', inProject('.monitoring/alerts.yml')]);
});

test('a hotel in trouble raises its alerts beside a sound one', () => {
  accepts('promtool', ['test', 'rules', inProject('.monitoring/alerts.test.yml')]);
});

test('HAProxy loads the configuration before Patroni', () => {
  const members = { ADDRESS_ONE: '127.0.0.1', ADDRESS_TWO: '127.0.0.2', ADDRESS_THREE: '127.0.0.3' };
  accepts('haproxy', ['-c', '-f', inProject('.container/patroni/haproxy.cfg')], members);
});
