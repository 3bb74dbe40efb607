import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { HARDENED, parseCompose, readComposeFile, readOverlaid } from '../support/compose-file.js';
import { unknownSettings } from '../support/known-settings.js';

const VARIABLES = { HOTEL_HOST: 'front.example.jp' };
const file = readComposeFile(VARIABLES);
const { services } = file;
const all = Object.entries(services);
const nodes = all.filter(([name]) => name.startsWith('node-'));
const ofProduct = all.filter(([, { build }]) => build?.target === 'product');

describe('docker-compose.yml', () => {
  it.each([
    ['a key that Compose does not know', 'read_only: true', 'read_onyl: true', 'read_onyl'],
    ['a value of another kind', 'init: true', 'init: always', 'init'],
    ['a network that is not there', '- inside', '- insde', 'insde is not there'],
    ['a secret that is not there', '- session_secret', '- sesion_secret', 'sesion_secret is not there'],
    ['a volume that is not there', '- drop:', '- dorp:', 'dorp is not there'],
    ['a service that is not there', 'database:\n      cond', 'databse:\n      cond', 'databse is not there'],
    ['a key given twice', 'init: true', 'init: true\n  init: true', 'unique'],
  ])('is refused with %s', (_, right, wrong, message) => {
    const content = readFileSync('docker-compose.yml', 'utf8');
    expect(content).toContain(right);
    expect(() => parseCompose(content.replace(right, wrong), VARIABLES)).toThrow(message);
  });

  it.each(ofProduct)(
    '%s gives the product only settings that it knows, and that it starts with',
    (_, { environment }) => expect(unknownSettings(environment)).toEqual([]),
  );

  it('says of which line or version each image is', () => {
    for (const [, { image }] of all) expect(image).toMatch(/^[\w./-]+:\d+(\.\d+){0,2}(-[\w.]+)?$/);
  });

  it('publishes only the proxy', () => {
    const published = all.filter(([, { ports }]) => ports !== undefined).map(([name]) => name);
    expect(published).toEqual(['proxy']);
    expect(services.proxy?.ports).toEqual(['0.0.0.0:80:80', '0.0.0.0:443:443']);
    const outside = all.filter(([, { networks }]) => networks.some((name) => !file.networks[name]?.internal));
    expect(outside.map(([name]) => name)).toEqual(['proxy']);
  });

  it.each(all)('%s has only the privileges it needs', (_, service) => {
    expect(service).toMatchObject(HARDENED);
  });

  it('passes every secret as a file, only to the services that read it', () => {
    for (const [name, { file: path }] of Object.entries(file.secrets)) expect(path).toBe(`.secrets/${name}`);
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('.secrets/');
    for (const [, { environment, secrets = [] }] of all) {
      const read = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      for (const [, path] of read) expect(secrets).toContain(path.replace('/run/secrets/', ''));
      for (const secret of secrets) expect(Object.keys(file.secrets)).toContain(secret);
      expect(Object.keys(environment).filter((name) => /PASSWORD$|SECRET$/.test(name))).toEqual([]);
    }
    expect(services['node-a']?.secrets).not.toContain('database_owner_password');
  });

  it('starts services in the order of their dependencies', () => {
    const healthy = { condition: 'service_healthy' };
    const done = { condition: 'service_completed_successfully' };
    expect(services.migrate?.depends_on).toEqual({ database: healthy });
    for (const [, node] of nodes) expect(node.depends_on).toEqual({ database: healthy, migrate: done });
    expect(services.proxy?.depends_on).toEqual(Object.fromEntries(nodes.map(([name]) => [name, healthy])));
  });

  it('runs two identical nodes under a role that owns nothing', () => {
    expect(nodes.map(([name]) => name)).toEqual(['node-a', 'node-b']);
    expect(nodes[0]?.[1]).toEqual(nodes[1]?.[1]);
    const environment = nodes[0]?.[1].environment ?? {};
    const { DATABASE_APP_ROLE: role, DATABASE_URL: owner = '' } = services.migrate?.environment ?? {};
    const served = { MIGRATE: '0', AUTH_MODE: 'session', APP_ORIGIN: 'https://front.example.jp' };
    expect(environment).toMatchObject(served);
    expect(new URL(environment.DATABASE_URL ?? '').username).toBe(role);
    expect(new URL(owner).username).not.toBe(role);
    // Where `verify` and `checkpoint` run: they need the evidence of the nodes.
    expect(services.migrate?.environment.EVIDENCE_DIR).toBe(environment.EVIDENCE_DIR);
    expect(services.migrate?.volumes).toEqual(nodes[0]?.[1].volumes);
  });

  it('gives a node enough time to shut down', () => {
    const drain = Number(nodes[0]?.[1].environment.DRAIN_SECONDS);
    expect(drain).toBeGreaterThan(5);
    expect(Number.parseInt(nodes[0]?.[1].stop_grace_period ?? '', 10)).toBeGreaterThan(drain + 30);
  });
});

const dockerfile = readFileSync('.container/Dockerfile', 'utf8');
const caddyfile = readFileSync('.container/Caddyfile', 'utf8');

/** The stages of the Dockerfile by name, each with its instructions. */
const stages = new Map(
  dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => [/ AS (\w+)/.exec(text)?.[1] ?? '', text]),
);

describe('.container/archive.yml', () => {
  const archived = readOverlaid(VARIABLES, 'docker-compose.yml', '.container/archive.yml');
  const { database } = archived.services;
  const config = readFileSync('.container/pgbackrest.conf', 'utf8');

  it('changes the database alone, which keeps its privileges, its folder and its secrets', () => {
    expect({ ...archived.services, database: null }).toEqual({ ...services, database: null });
    expect(database).toMatchObject(HARDENED);
    for (const part of ['volumes', 'secrets'] as const)
      expect(database?.[part]).toEqual(expect.arrayContaining(services.database?.[part] ?? []));
  });

  it('archives to a volume of its own, by a file that the image has and a pass that is a secret', () => {
    expect(database?.volumes).toContain(`archive:${/^repo1-path=(.+)$/m.exec(config)?.[1]}`);
    expect(database?.volumes).toContain(`database:${/^pg1-path=(.+)$/m.exec(config)?.[1]}`);
    expect(config).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
    expect(config).not.toContain('cipher-pass');
    expect(archived.secrets['archive.conf']).toEqual({ file: '.secrets/archive.conf' });
    expect(stages.get('database')).toContain(
      `COPY .container/pgbackrest.conf ${database?.environment.PGBACKREST_CONFIG}`,
    );
  });

  it('says what Debian’s configuration says, and writes only to places that may be written', () => {
    const settings = readFileSync('.debian/postgresql.conf', 'utf8');
    const told = (database?.command ?? []).filter((word) => word.includes('='));
    const wanted = [...settings.matchAll(/^(\w+) = '?([^'\n]+)'?$/gm)].map(
      ([, name, value]) => `${name}=${value}`,
    );
    expect(told.sort()).toEqual(wanted.sort());
    expect(config).toMatch(/^lock-path=\/tmp\//m);
    expect(config).toMatch(/^log-level-file=off$/m);
  });
});

describe('the Dockerfile', () => {
  it('uses only instructions of Docker', () => {
    const text = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n/g, '');
    const instructions = text.split('\n').filter((line) => line !== '');
    const known = /^(FROM|RUN|CMD|EXPOSE|ENV|COPY|USER|WORKDIR|ARG|HEALTHCHECK) \S/;
    expect(instructions.filter((line) => !known.test(line))).toEqual([]);
    expect(instructions[0]).toMatch(/^FROM /);
    // Commands without a shell are lists in JSON.
    for (const [, list = ''] of dockerfile.matchAll(/\bCMD (.+)$/gm))
      expect(JSON.parse(list)).toEqual(expect.arrayContaining([expect.any(String)]));
  });

  it('has the stages that Compose builds, from images of a line or version that they name', () => {
    for (const { build } of Object.values(services)) {
      if (build)
        expect([build.dockerfile, stages.has(build.target)]).toEqual(['.container/Dockerfile', true]);
    }
    for (const [, image = ''] of dockerfile.matchAll(/^FROM (\S+)/gm))
      if (!stages.has(image)) expect(image).toMatch(/:\d+(\.\d+){0,2}-/);
  });

  it.each(['product', 'proxy'])('%s does not run as root, and has a health check', (name) => {
    const stage = stages.get(name) ?? '';
    expect(stage).toMatch(/^USER (?!root)\w+$/m);
    expect(stage).toMatch(/^HEALTHCHECK /m);
    expect(stage.indexOf('USER ')).toBeLessThan(stage.indexOf('\nCMD '));
  });

  it('installs from the lock file, in the build stage only', () => {
    expect(stages.get('build')).toMatch(/^RUN npm ci --omit=dev$/m);
    expect(stages.get('product')).not.toMatch(/npm|\/product\/node_modules /);
  });

  // The hashing of passwords comes as an optional package for each kind of machine.
  it('does not leave out the optional packages', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(packages['node_modules/@node-rs/argon2-linux-x64-gnu'].optional).toBe(true);
    expect(dockerfile).not.toMatch(/omit=optional|no-optional/);
  });

  it('copies only existing files that .dockerignore does not exclude', () => {
    const passed = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(passed).toContain('*');
    const lines = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
    const copied = lines.flatMap(([, paths = '']) => paths.split(' '));
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) {
      expect([path, existsSync(path)]).toEqual([path, true]);
      expect(passed).toContain(`!${path.replace('./', '')}`);
    }
  });
});

describe('the Caddyfile', () => {
  it('names the nodes of Compose with their port', () => {
    const nodes = Object.entries(services).filter(([name]) => name.startsWith('node-'));
    const upstreams = nodes.map(([name, { environment }]) => `${name}:${environment.PORT}`);
    const proxied = [...caddyfile.matchAll(/reverse_proxy (?:@\w+ )?(.*) \{/g)].map(([, named]) => named);
    expect(proxied).toEqual([upstreams.join(' '), upstreams.join(' ')]);
  });

  it('uses only variables that Compose sets', () => {
    const used = [...caddyfile.matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
    expect(used.length).toBeGreaterThan(0);
    expect(Object.keys(services.proxy?.environment ?? {})).toEqual(expect.arrayContaining(used));
  });

  it('publishes neither health nor metrics, and checks the readiness of the nodes', () => {
    expect(caddyfile).toContain(
      '@operators path /health /health/* /metrics /metrics/*\n\trespond @operators 404',
    );
    expect(caddyfile).toContain('health_uri /health/ready');
  });

  it('speaks no older TLS than 1.2, and says in its own answers too that there is no other way', () => {
    expect(caddyfile).toContain('protocols tls1.2 tls1.3');
    expect(caddyfile).toContain('header ?Strict-Transport-Security max-age=31536000');
  });

  it('writes no addresses down, in which guests may be named', () => {
    expect(caddyfile).not.toMatch(/^\s*log\b/m);
  });

  it('checks often enough to notice a node that shuts down', () => {
    const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(caddyfile)?.[1]);
    const drain = Number(services['node-a']?.environment.DRAIN_SECONDS);
    expect(seconds('health_interval') + seconds('health_timeout')).toBeLessThan(drain);
  });
});

describe('the roles of the database', () => {
  it('are those of the job and the nodes, each with a secret for its password', () => {
    const sql = readFileSync('.container/10-roles.sql', 'utf8');
    const script = readFileSync('.container/20-passwords.sh', 'utf8');
    const [, names = ''] = /^for role in (.+); do$/m.exec(script) ?? [];
    for (const name of ['migrate', 'node-a']) {
      const role = new URL(services[name]?.environment.DATABASE_URL ?? '').username;
      expect(sql).toContain(`create role ${role} login;`);
      const short = role.replace('hotel_', '');
      expect(names.split(' ')).toContain(short);
      expect(services.database?.secrets).toContain(`database_${short}_password`);
    }
  });
});
