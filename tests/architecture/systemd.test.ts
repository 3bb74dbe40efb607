import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, test } from '@jest/globals';
import { unknownSettings } from '../support/known-settings.js';
import { readUnit, unitNames, valuesOf } from '../support/systemd-units.js';
import { temporaryFolder } from '../support/temporary-file.js';

const FOLDER = '.debian/systemd';
const services = unitNames().filter((name) => name.endsWith('.service'));
const timers = unitNames().filter((name) => name.endsWith('.timer'));
const ofProduct = services.filter((name) => name !== 'hotel-base-backup.service');
const node = readUnit('hotel-node@.service', '1');
const page = readFileSync('.docs/without-containers.md', 'utf8');

/** Complaints of systemd about units; null where it is not installed. */
function objections(paths: readonly string[]): string | null {
  const { error, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
  if (error && 'code' in error && error.code === 'ENOENT') return null;
  // Programs of PostgreSQL need not be installed where tests run.
  return `${stdout}${stderr}`.replace(/^.*pgbackrest is not executable.*\n/gm, '');
}

describe('the units of systemd', () => {
  it('are accepted by systemd, and others are not', () => {
    const found = objections(unitNames().map((name) => `${FOLDER}/${name}`));
    if (found === null) return;
    expect(found).toBe('');
    const place = temporaryFolder();
    const wrong = place.pathOf('hotel-node@.service');
    spawnSync('sh', ['-c', `sed s/KillMode/KilMode/ ${FOLDER}/hotel-node@.service > ${wrong}`]);
    expect(objections([wrong])).toContain('KilMode');
    place.remove();
  });

  it.each(ofProduct)('%s gives the product only settings that it knows, and that it starts with', (name) => {
    const { BACKUP_DIR, KEYS_DIR, NODE_ENV, ...settings } = readUnit(name, '1').environment;
    const own = { ...settings, APP_ORIGIN: 'https://front.example.jp' };
    expect(unknownSettings(settings.AUTH_MODE === 'session' ? own : settings)).toEqual([]);
  });

  it.each(ofProduct)(
    '%s does not run as root, has no privileges, and reads secrets as credentials',
    (name) => {
      const { text, environment } = readUnit(name, '1');
      for (const line of [
        'User=hotel',
        'NoNewPrivileges=yes',
        'CapabilityBoundingSet=',
        'ProtectSystem=strict',
      ])
        expect(text).toContain(`\n${line}\n`);
      for (const [key, value] of Object.entries(environment)) {
        if (key.endsWith('_FILE')) expect(value).toMatch(/^\/run\/secrets\/\w+$/);
        expect(key).not.toMatch(/PASSWORD$|SECRET$/);
      }
    },
  );

  it.each(ofProduct)('%s runs a program that is built or there', (name) => {
    const path = /\S+\.(js|sh)/.exec(readUnit(name, '1').command)?.[0] ?? '';
    expect([path, existsSync(path)]).toEqual([path, true]);
  });

  it('run nodes as a role that owns nothing, and everything else as the owner', () => {
    const userOf = (name: string) => new URL(readUnit(name, '1').environment.DATABASE_URL ?? '').username;
    const sql = readFileSync('.container/10-roles.sql', 'utf8');
    for (const name of ofProduct) {
      expect(userOf(name)).toBe(name.startsWith('hotel-node@') ? 'hotel_app' : 'hotel_owner');
      expect(sql).toContain(`create role ${userOf(name)} login;`);
      expect(readUnit(name, '1').environment.EVIDENCE_DIR).toBe(node.environment.EVIDENCE_DIR);
    }
    expect(readUnit('hotel-migrate.service').environment.DATABASE_APP_ROLE).toBe('hotel_app');
  });

  it('give a node enough time to shut down, and a port that the proxies know', () => {
    const drain = Number(node.environment.DRAIN_SECONDS);
    expect(Number(valuesOf(node.text, 'TimeoutStopSec')[0])).toBeGreaterThan(drain + 30);
    for (const file of ['Caddyfile', 'haproxy.cfg'])
      for (const instance of ['1', '2']) {
        const { HOST, PORT } = readUnit('hotel-node@.service', instance).environment;
        expect(readFileSync(`.debian/${file}`, 'utf8')).toContain(`${HOST}:${PORT}`);
      }
  });

  it.each(timers)('%s has its service, and the page starts it', (name) => {
    expect(services).toContain(name.replace('.timer', '.service'));
    expect(page).toContain(name);
  });
});

describe('the program of the nightly backup', () => {
  const folder = temporaryFolder();
  afterAll(folder.remove);
  const LONG_AGO = new Date('2020-02-29');

  /** Runs it as its unit does, with a `node` that does this; returns how it ended and which folders there are then. */
  const backUp = (name: string, node: string) => {
    const home = folder.pathOf(name);
    const old = ['log/old', 'evidence/old', 'keys/old'].map((path) => join(home, path));
    for (const path of [...old, join(home, 'now')]) mkdirSync(path, { recursive: true });
    for (const path of old) utimesSync(path, LONG_AGO, LONG_AGO);
    writeFileSync(join(home, 'now/checkpoints.ndjson'), '');
    writeFileSync(join(home, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
    const [program = '', ...words] = readUnit('hotel-backup.service').command.split(' ');
    const { status } = spawnSync(program, words, {
      env: {
        PATH: `${home}:${process.env.PATH}`,
        BACKUP_DIR: home,
        KEYS_DIR: join(home, 'keys'),
        EVIDENCE_DIR: join(home, 'now'),
      },
    });
    return { status, left: ['log', 'evidence', 'keys'].map((part) => readdirSync(join(home, part)).length) };
  };

  it('copies the evidence, takes a backup, and deletes what is older than 14 days', () => {
    const { status, left } = backUp('done', 'mkdir "$3" "$5"');
    expect([status, left]).toEqual([0, [1, 1, 1]]);
  });

  it('fails with a backup that fails, and deletes nothing', () => {
    const { status, left } = backUp('failed', 'exit 1');
    expect([status, left]).toEqual([1, [1, 2, 1]]);
  });
});

describe('the program of the commands', () => {
  const folder = temporaryFolder();
  afterAll(folder.remove);

  it('has the settings that the units have, however they are written', () => {
    const settings = [
      ...['# the address', 'APP_ORIGIN=https://front.example.jp', '', 'CHECKPOINT_COPY_DIR=/mnt/my copy'],
      ...[
        'OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer a&b; $c',
        'LOG_REQUESTS="1"',
        "ALLOWED_HOSTS='a b'",
      ],
      'GUEST_RETENTION_YEARS=5',
    ];
    const put = (path: string, text: string) => {
      mkdirSync(dirname(folder.pathOf(path)), { recursive: true });
      writeFileSync(folder.pathOf(path), text, { mode: 0o755 });
    };
    put('hotel.env', settings.join('\n'));
    put('secrets/database_owner_password', 'secret');
    put('setpriv', '#!/bin/sh\nwhile case $1 in --*) ;; *) false ;; esac; do shift; done\nexec "$@"\n');
    put('node', '#!/bin/sh\nenv\necho "$2"\n');
    const program = readFileSync('.debian/hotel.sh', 'utf8').replaceAll(
      /\/(etc|opt)\/hotel(\/current)?/g,
      folder.path,
    );
    const { stdout, stderr } = spawnSync('sh', ['-c', program, 'hotel.sh', 'verify'], {
      encoding: 'utf8',
      env: { PATH: `${folder.path}:${process.env.PATH}` },
    });
    expect(stderr).toBe('');
    for (const line of [
      'APP_ORIGIN=https://front.example.jp',
      'CHECKPOINT_COPY_DIR=/mnt/my copy',
      'OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer a&b; $c',
      ...[
        'LOG_REQUESTS=1',
        'ALLOWED_HOSTS=a b',
        'GUEST_RETENTION_YEARS=5',
        'DATABASE_PASSWORD=secret',
        'verify',
      ],
    ])
      expect(stdout.split('\n')).toContain(line);
  });
});

test.each(['.debian/backup.sh', '.debian/hotel.sh'])('%s can be run', (path) => {
  expect(statSync(path).mode & 0o111).not.toBe(0);
  expect(spawnSync('sh', ['-n', path]).status).toBe(0);
});

const programs = spawnSync('git', ['ls-files', '*.sh'], { encoding: 'utf8' }).stdout.trim().split('\n');

test.each(programs)('%s ends with the first command that fails, however it is started', (path) => {
  expect(readFileSync(path, 'utf8')).toMatch(/^set -eu$/m);
});
