import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { HARDENED, parseCompose, readComposeFile } from '../support/compose-file.js';
import { unknownSettings } from '../support/known-settings.js';

const FOLDER = '.container/patroni';
const ADDRESSES = { ADDRESS_ONE: '10.0.0.1', ADDRESS_TWO: '10.0.0.2', ADDRESS_THREE: '10.0.0.3' };
const VARIABLES = {
  ...ADDRESSES,
  ADDRESS: '10.0.0.2',
  EVIDENCE_PATH: '/evidence',
  EVIDENCE_SERVER: '10.0.0.9',
  HOTEL_HOST: 'front.example.jp',
  MEMBER: 'two',
};
const textOf = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8');
const file = readComposeFile(VARIABLES, `${FOLDER}/docker-compose.yml`);
const { services } = file;
const all = Object.entries(services);
const base = readComposeFile(VARIABLES);

describe('the compose file of a machine', () => {
  it.each([
    ['a key that Compose does not know', 'shm_size', 'shm_sise', 'shm_sise'],
    ['a service that is not there', 'etcd:\n        cond', 'etcdd:\n        cond', 'etcdd is not there'],
    ['a service of the other file that is not there', 'service: node-b', 'service: node-z', 'node-b'],
    ['a volume that is not there', '- etcd:/var', '- etc:/var', 'etc is not there'],
    ['a name that is not set', 'ADDRESS_ONE:?', 'ADRESS_ONE:?', 'ADRESS_ONE'],
  ])('is refused with %s', (_, right, wrong, message) => {
    const content = textOf('docker-compose.yml');
    expect(content).toContain(right);
    expect(() => parseCompose(content.replace(right, wrong), VARIABLES, FOLDER)).toThrow(message);
  });

  it.each(all)('%s has only the privileges it needs', (_, service) => {
    expect(service).toMatchObject(HARDENED);
  });

  it('serves as the one of a single machine does, where the machine is to serve', () => {
    for (const name of ['migrate', 'node-a', 'node-b', 'proxy']) {
      expect(services[name]).toEqual({ ...base.services[name], profiles: ['hotel'] });
      if (name !== 'proxy') expect(unknownSettings(services[name]?.environment ?? {})).toEqual([]);
    }
    expect(services.database?.profiles).toEqual(['hotel']);
    expect([services.etcd?.profiles, services.member?.profiles]).toEqual([undefined, undefined]);
  });

  it('is reached by the other machines on the address among them, by everybody only at the proxy', () => {
    for (const [name, { ports = [] }] of all)
      for (const port of ports)
        expect([name, port]).toEqual([
          name,
          expect.stringMatching(name === 'proxy' ? /^0\.0\.0\.0:/ : /^10\.0\.0\.2:/),
        ]);
    expect(services.database?.ports).toBeUndefined();
  });

  it('passes every secret as a file, only to the services that read it', () => {
    for (const [name, { file: path }] of Object.entries(file.secrets))
      expect(path).toBe(`../../.secrets/${name}`);
    const roles =
      /^for role in (.+); do$/m.exec(readFileSync('.container/20-passwords.sh', 'utf8'))?.[1] ?? '';
    const ofRoles = roles.split(' ').map((role) => `database_${role}_password`);
    const ofMember = [...textOf('start-patroni.sh').matchAll(/\/run\/secrets\/(\w+)/g)].map(
      ([, name]) => name,
    );
    expect(services.member?.secrets?.toSorted()).toEqual([...ofRoles, ...ofMember].sort());
    for (const name of ['etcd', 'database']) expect(services[name]?.secrets).toBeUndefined();
  });

  it('builds one image, from a supported line and from files that are there', () => {
    const dockerfile = textOf('Dockerfile');
    for (const name of ['etcd', 'member', 'database'])
      expect(services[name]?.build).toEqual(services.etcd?.build);
    expect(dockerfile).toMatch(/^FROM postgres:\d+-\w+ AS member$/m);
    expect(dockerfile).toMatch(/^USER postgres$/m);
    const copied = [...dockerfile.matchAll(/^COPY (?:--chmod=\d+ )?(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    expect(copied).toHaveLength(4);
    for (const name of copied) expect([name, existsSync(`${FOLDER}/${name}`)]).toEqual([name, true]);
    for (const name of copied.filter((path) => path.endsWith('.sh')))
      expect([name, statSync(`${FOLDER}/${name}`).mode & 0o111]).toEqual([name, 0o111]);
  });
});

describe('the members', () => {
  const { bootstrap, postgresql } = parse(textOf('patroni.yml'));

  it('acknowledge nothing that only one of them has', () => {
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  });

  it('replace a lost primary within 20 seconds, and never while it may still write', () => {
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs;
    expect(ttl).toBeLessThanOrEqual(20);
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
  });

  it('let nobody in without a password but by their own socket, and write no values down', () => {
    for (const line of postgresql.pg_hba) expect(line).toMatch(/^local .* trust$|^host .* scram-sha-256$/);
    expect(bootstrap.dcs.postgresql.parameters).toMatchObject({
      log_error_verbosity: 'terse',
      log_min_error_statement: 'panic',
    });
    expect(`${textOf('patroni.yml')}${textOf('docker-compose.yml')}`).not.toMatch(/password: \S/);
  });

  it('are the same three for etcd, for Patroni and for HAProxy', () => {
    const cluster = services.etcd?.environment.ETCD_INITIAL_CLUSTER?.split(',');
    const names = ['one', 'two', 'three'];
    const addresses = Object.values(ADDRESSES);
    expect(cluster).toEqual(names.map((name, index) => `${name}=http://${addresses[index]}:2380`));
    const hosts = services.member?.environment.PATRONI_ETCD3_HOSTS?.split(',');
    expect(hosts).toEqual(addresses.map((address) => `${address}:2379`));
    const servers = [...textOf('haproxy.cfg').matchAll(/server (\w+) "\$\{(\w+)\}:5432" check port 8008/g)];
    const given = services.database?.environment ?? {};
    expect(servers.map(([, name, variable = '']) => [name, given[variable]])).toEqual(
      names.map((name, index) => [name, addresses[index]]),
    );
  });
});
