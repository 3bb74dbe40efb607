import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { eventually } from './eventually.js';
import { askTrusting } from './signed-in-client.js';
import { temporaryFolder } from './temporary-file.js';

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PEM = inProject('tests/support/localhost.pem');
const PROGRAMS = { haproxy: '/usr/sbin/haproxy', caddy: '/usr/bin/caddy' };

/** A program of Debian that stands before the nodes. */
export type DoorKind = keyof typeof PROGRAMS;

/** Address that browsers open, and the certificate to trust. */
export type Door = { origin: string; certificate: string; close(): Promise<void> };

/** Reason why no such program can be run on this machine; null where it can. */
export const whyNoDoor = (kind: DoorKind): string | null =>
  existsSync(PROGRAMS[kind]) ? null : `there is no ${kind} here (Debian: ${kind})`;

const CONFIGURATIONS = {
  haproxy: (port: number) =>
    readFileSync(inProject('.debian/haproxy.cfg'), 'utf8')
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/hotel/certificate.pem', PEM)
      .replace(/frontend plain\n(\t.*\n)*/, '')
      .replace(/\t(user|group|log) .*\n/g, ''),
  caddy: (port: number, plainPort: number) =>
    readFileSync(inProject('.debian/Caddyfile'), 'utf8')
      .replace('{$HOTEL_HOST}', `https://localhost:${port}`)
      .replace('{$HOTEL_TLS:internal}', `${PEM} ${PEM}`)
      .replace('admin off', `admin off\n\thttp_port ${plainPort}`),
};

/** Starts HAProxy or Caddy with the project's file before two nodes, given by their ports. */
export async function startDoor(kind: DoorKind, ports: readonly number[]): Promise<Door> {
  const port = await findFreePort();
  const place = temporaryFolder();
  const config = ports.reduce(
    (text, nodePort, index) => text.replaceAll(`127.0.0.1:300${index + 1}`, `127.0.0.1:${nodePort}`),
    CONFIGURATIONS[kind](port, await findFreePort()),
  );
  const file = place.pathOf('config');
  writeFileSync(file, config);
  const args = kind === 'haproxy' ? ['-db', '-f', file] : ['run', '--config', file, '--adapter', 'caddyfile'];
  const program = spawn(PROGRAMS[kind], args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: place.path },
  });
  const ended = once(program, 'close');
  const origin = `https://localhost:${port}`;
  const certificate = readFileSync(PEM, 'utf8');
  const request = { method: 'GET', headers: { host: new URL(origin).host }, body: null };
  const ask = () => askTrusting(certificate)(`${origin}/metrics`, request).then(({ status }) => status);
  await eventually(`${kind} serves`, ask, (status) => status === 404);
  return {
    origin,
    certificate,
    async close() {
      program.kill('SIGKILL');
      await ended;
      place.remove();
    },
  };
}
