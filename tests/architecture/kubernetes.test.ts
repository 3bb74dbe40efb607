import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { unknownSettings } from '../support/known-settings.js';
import { temporaryFolder } from '../support/temporary-file.js';
import { parseManifests, readKustomization } from './kubernetes-files.js';

const FOLDER = '.container/kubernetes';
const { manifests, configMapGenerator, secretGenerator, ...kustomization } = readKustomization(FOLDER);
/** Made by the operator. */
const OF_OPERATOR = ['database-ca'];

const named = (kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
const podOf = ({ spec }: (typeof manifests)[number]) => (spec.jobTemplate?.spec ?? spec).template;
const pods = manifests.filter(({ kind }) => ['Deployment', 'Job', 'CronJob'].includes(kind));
type Container = { name: string; image: string; env?: { name: string; value: string }[]; envFrom?: unknown };
const containersOf = (manifest: (typeof manifests)[number]): Container[] => {
  const { spec } = podOf(manifest);
  return [...(spec.initContainers ?? []), ...spec.containers];
};
const containers = pods.flatMap((pod) =>
  containersOf(pod).map((container): [string, Container] => [
    `${pod.metadata.name}/${container.name}`,
    container,
  ]),
);
const ofProduct = containers.filter(([, { image }]) => image === 'hotel-front-desk');
const literals = Object.fromEntries(
  (configMapGenerator[0]?.literals ?? []).map((literal) => literal.split(/=(.*)/, 2)),
) as Record<string, string>;
const settingsOf = ({ env = [], envFrom }: Container): Record<string, string> => ({
  ...(envFrom ? literals : {}),
  ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
});
const node = named('Deployment', 'node');
const database = named('Cluster', 'database');

describe('the manifests', () => {
  it.each([
    ['nodes.yaml', 'a key that nobody knows', 'readOnlyRootFilesystem', 'readOnlyRootFilesytem'],
    ['nodes.yaml', 'a value of another kind', 'replicas: 2', 'replicas: two'],
    [
      'nodes.yaml',
      'a key that is needed left out',
      '  selector:\n    matchLabels:\n      app.kubernetes.io/name: node\n  strategy',
      '  strategy',
    ],
    ['nodes.yaml', 'a kind that is not there', 'kind: Deployment', 'kind: Deploiment'],
    ['nodes.yaml', 'a key given twice', '  replicas: 2', '  replicas: 2\n  replicas: 3'],
    ['database.yaml', 'a key that the operator does not know', 'dataDurability', 'datadurability'],
    ['database.yaml', 'a word that the operator does not know', 'method: any', 'method: all'],
    ['backup.yaml', 'a key that nobody knows', 'concurrencyPolicy', 'concurrency'],
    ['network-policies.yaml', 'a key that nobody knows', 'policyTypes', 'policyType'],
  ])('%s is refused with %s', (file, _, right, wrong) => {
    const content = readFileSync(`${FOLDER}/${file}`, 'utf8');
    expect(content).toContain(right);
    expect(parseManifests(content).length).toBeGreaterThan(0);
    expect(() => parseManifests(content.replace(right, wrong))).toThrow();
  });

  it.each(ofProduct)(
    '%s gives the product only settings that it knows, and that it starts with',
    (_, container) => {
      expect(unknownSettings(settingsOf(container))).toEqual([]);
    },
  );

  it.each(containers)('%s has only the privileges it needs, and a limit', (_, container) => {
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
      },
      resources: { limits: { cpu: expect.any(String), memory: expect.any(String) } },
    });
  });

  it.each(pods.map((pod): [string, typeof pod] => [pod.metadata.name, pod]))(
    '%s does not run as root, and names only what is there',
    (_, pod) => {
      const { spec } = podOf(pod);
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      const secrets = [...secretGenerator.map(({ name }) => name), ...OF_OPERATOR];
      for (const volume of spec.volumes) {
        const sources = volume.projected?.sources ?? [volume];
        for (const { secret, persistentVolumeClaim: claim } of sources) {
          if (secret) expect(secrets).toContain(secret.secretName ?? secret.name);
          if (claim) expect(named('PersistentVolumeClaim', claim.claimName)).toBeDefined();
        }
      }
      const volumes = spec.volumes.map(({ name }: { name: string }) => name);
      for (const { volumeMounts } of [...(spec.initContainers ?? []), ...spec.containers])
        for (const { name } of volumeMounts) expect(volumes).toContain(name);
    },
  );

  it('say of which line or version each image is', () => {
    const images = [...containers.map(([, { image }]) => image), database.spec.imageName];
    const own = kustomization.images.map(({ name }) => name);
    for (const image of images)
      if (!own.includes(image)) expect(image).toMatch(/:\d+(\.\d+){0,2}(-[\w-]+)?$/);
    for (const { newTag } of kustomization.images) expect(newTag).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('take secrets from files that are not in the repository', () => {
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('.secrets/');
    for (const { files = [], literals: plain = [] } of secretGenerator) {
      for (const file of files) expect(file).toMatch(/^(password=)?\.secrets\/[\w.]+$/);
      for (const literal of plain) expect(literal).toMatch(/^username=/);
    }
  });
});

describe('the database', () => {
  it('acknowledges nothing that only one machine has, on three machines', () => {
    expect(database.spec).toMatchObject({
      instances: 3,
      postgresql: {
        synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true },
      },
      affinity: { podAntiAffinityType: 'required', topologyKey: 'kubernetes.io/hostname' },
    });
  });

  it('is reached by its certificate, by the nodes under a role that owns nothing', () => {
    const [owner] = database.spec.managed.roles;
    const urls = ofProduct.map(
      ([name, container]) => [name, new URL(settingsOf(container).DATABASE_URL ?? '')] as const,
    );
    for (const [name, { username, hostname, searchParams }] of urls) {
      expect([name, username]).toEqual([
        name,
        name.startsWith('node/') ? owner.name : database.spec.bootstrap.initdb.owner,
      ]);
      expect(hostname).toBe(`${database.metadata.name}-rw`);
      expect(searchParams.get('sslmode')).toBe('verify-full');
    }
    expect(containers.some(([name]) => name === 'node/node')).toBe(true);
    const job = containersOf(named('Job', 'migrate'))[0] as Container;
    expect(settingsOf(job).DATABASE_APP_ROLE).toBe(owner.name);
    // Where `verify` and `checkpoint` run: they need the evidence of the nodes.
    const evidence = settingsOf(node.spec.template.spec.containers[0]).EVIDENCE_DIR;
    expect(evidence).toBeDefined();
    expect(settingsOf(job).EVIDENCE_DIR).toBe(evidence);
    const claims = [named('Job', 'migrate'), node].map((pod) =>
      podOf(pod).spec.volumes.find(({ name }: { name: string }) => name === 'evidence'),
    );
    expect(claims[0]).toEqual(claims[1]);
    const mounts = expect.arrayContaining([{ name: 'evidence', mountPath: evidence }]);
    expect(job).toMatchObject({ volumeMounts: mounts });
  });
});

/** The service that the ingress leads a path to: that of the longest prefix. */
function serviceFor(path: string) {
  type Rule = { path: string; backend: { service: { name: string } } };
  const rules: Rule[] = ['front', 'front-slow'].flatMap(
    (name) => named('Ingress', name).spec.rules[0].http.paths,
  );
  const fitting = rules.filter(
    (rule) => rule.path === '/' || path === rule.path || path.startsWith(`${rule.path}/`),
  );
  const [rule] = fitting.sort((one, other) => other.path.length - one.path.length);
  return named('Service', rule?.backend.service.name ?? '');
}

test('operations.md says how the job is made to verify', () => {
  const [, program = ''] =
    /^kubectl kustomize \S+ \| sed '(.+)' \|$/m.exec(readFileSync('.docs/operations.md', 'utf8')) ?? [];
  const { stdout } = spawnSync('sed', [program], {
    input: stringify(named('Job', 'migrate')),
    encoding: 'utf8',
  });
  const job = parse(stdout);
  expect(job.metadata.labels).toEqual({ 'app.kubernetes.io/name': 'verify' });
  expect(job.metadata.name).toBe('verify');
  expect(job.spec.template.spec.containers[0].command).toEqual([
    'node',
    'dist/backend/cli/commands.js',
    'verify',
  ]);
});

describe('the nightly backup', () => {
  const { initContainers, containers: last } = podOf(named('CronJob', 'backup')).spec;
  const commandOf = (name: string): string[] =>
    [...initContainers, ...last].find((container: { name: string }) => container.name === name).command;

  /** Runs the container that stores; returns its calls of rclone, of which those from one on fail. */
  function storing(failsFrom = 99): { status: number | null; calls: string[] } {
    const place = temporaryFolder();
    const rclone = '#!/bin/sh\necho "$@" >> "$CALLS"\n[ "$(wc -l < "$CALLS")" -lt "$FAILS_FROM" ]\n';
    writeFileSync(place.pathOf('rclone'), rclone, { mode: 0o755 });
    const CALLS = place.pathOf('calls');
    const [program = '', ...words] = commandOf('store');
    const env = {
      PATH: `${place.path}:${process.env.PATH}`,
      KEEP: '14d',
      CALLS,
      FAILS_FROM: String(failsFrom),
    };
    const { status } = spawnSync(program, words, { env });
    const calls = readFileSync(CALLS, 'utf8').trim().split('\n');
    place.remove();
    return { status, calls };
  }

  it('is recorded after it was stored, and not by the program that makes it', () => {
    expect(initContainers.map(({ name }: { name: string }) => name)).toEqual(['evidence', 'backup', 'store']);
    expect(last.map(({ name }: { name: string }) => name)).toEqual(['record']);
    expect(commandOf('backup').at(-1)).toMatch(/ --unstored$/);
    expect(commandOf('record').at(-1)).toContain('backup-stored /backup/log/');
  });

  it('stores keys and log, the manifest of each last, then takes away what is older, with its keys', () => {
    expect(storing()).toEqual({
      status: 0,
      calls: [
        'copy --exclude manifest.json /backup/keys keys:backup',
        'copy /backup/keys keys:backup',
        'copy --exclude manifest.json /backup/log log:backup',
        'copy /backup/log log:backup',
        'delete --rmdirs --min-age 14d keys:backup',
        'delete --rmdirs --min-age 14d log:backup',
      ],
    });
  });

  it.each([1, 2, 3, 4])('takes nothing away when the call %d fails, and is not recorded', (call) => {
    const { status, calls } = storing(call);
    expect(status).not.toBe(0);
    expect(calls.filter((line) => line.startsWith('delete'))).toEqual([]);
  });
});

describe('the nodes', () => {
  it('are two, of which one may be away, and never fewer while they are renewed', () => {
    expect(node.spec).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } });
    const budget = named('PodDisruptionBudget', 'node').spec;
    expect(budget).toEqual({ minAvailable: 1, selector: node.spec.selector });
    expect(node.spec.template.metadata.labels).toMatchObject(node.spec.selector.matchLabels);
    expect(node.spec.template.metadata.labels).toMatchObject(named('Service', 'node').spec.selector);
  });

  it('are told apart from those that end before they are closed', () => {
    const [container] = node.spec.template.spec.containers;
    const drain = Number(settingsOf(container).DRAIN_SECONDS);
    const { readinessProbe: probe, startupProbe } = container;
    expect(probe).toMatchObject({ httpGet: { path: '/health/ready' }, failureThreshold: 1 });
    expect(probe.periodSeconds + probe.timeoutSeconds).toBeLessThan(drain);
    expect(node.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 30);
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThan(60);
  });

  it('are known by the name that browsers open', () => {
    const { host } = new URL(literals.APP_ORIGIN ?? '');
    for (const name of ['front', 'front-slow']) {
      const { spec } = named('Ingress', name);
      expect(spec.tls[0].hosts).toEqual([host]);
      expect(spec.rules.map((rule: { host: string }) => rule.host)).toEqual([host]);
    }
    const { spec } = named('Ingress', 'front');
    expect(serviceFor('/')).toEqual(serviceFor('/api/hotel'));
    expect(spec.rules[0].http.paths.at(-1).backend.service).toMatchObject({
      name: 'node',
      port: { name: 'http' },
    });
  });

  it.each(['/health', '/health/ready', '/health/live', '/metrics'])(
    'show %s to nobody outside: the path leads to a service that selects nothing',
    (path) => {
      expect(serviceFor('/list').spec.selector).toEqual(named('Service', 'node').spec.selector);
      expect(serviceFor(path).spec.selector).toBeUndefined();
    },
  );
});

describe('the ingress', () => {
  /** The lines of a part of HAProxy's file that say how long a node may take and when another is asked. */
  const linesOf = (part: string) =>
    (readFileSync('.debian/haproxy.cfg', 'utf8').split(`\nbackend ${part}\n`)[1] ?? '')
      .split('\n\n')[0]
      ?.split('\n')
      .map((line) => line.trim())
      .filter((line) => !/^server |^#|^$/.test(line));
  const snippetOf = (name: string): string[] =>
    named('Ingress', name).metadata.annotations['haproxy.org/backend-config-snippet'].trim().split('\n');

  it('has the settings of the proxy that is tested, as annotations', () => {
    expect(snippetOf('front').filter((line) => line !== 'timeout tunnel 1h')).toEqual(linesOf('quick'));
    expect(snippetOf('front-slow')).toEqual(linesOf('slow'));
  });

  it('and the other proxies let the same calls take their time', () => {
    const table = readFileSync('tests/backend/api/route-table.ts', 'utf8');
    const paths = [...table.matchAll(/'[A-Z]+ (\/[^']*)'/g)].map(([, path = '']) =>
      path.replace(/:\w+/g, '7'),
    );
    expect(paths.length).toBeGreaterThan(80);
    const beginnings = /acl is_slow path_beg (.*)/.exec(readFileSync('.debian/haproxy.cfg', 'utf8'))?.[1];
    const slow = paths.filter((path) => beginnings?.split(' ').some((start) => path.startsWith(start)));
    expect(slow).toContain('/api/booking-changes');
    const { selector } = named('Service', 'node').spec;
    const bySlowService = (path: string) => serviceFor(path).metadata.name === 'node-slow';
    expect(paths.filter(bySlowService)).toEqual(slow);
    expect(named('Service', 'node-slow').spec.selector).toEqual(selector);
    for (const file of ['.container/Caddyfile', '.debian/Caddyfile']) {
      const patterns = /@slow path (.*)/.exec(readFileSync(file, 'utf8'))?.[1]?.split(' ') ?? [];
      const fits = (path: string, pattern: string) =>
        pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
      expect(paths.filter((path) => patterns.some((pattern) => fits(path, pattern)))).toEqual(slow);
    }
  });
});

describe('the network', () => {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');

  it('is closed but for what is named', () => {
    const closed = policies.find(({ metadata }) => metadata.name === 'nothing')?.spec;
    expect(closed).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('leads to the database only from who uses it', () => {
    const uses = { 'hotel/uses': 'database' };
    for (const pod of pods) expect(podOf(pod).metadata.labels).toMatchObject(uses);
    const cluster = { 'cnpg.io/cluster': database.metadata.name };
    const [toDatabase, ofDatabase] = ['to-database', 'database'].map(
      (name) => named('NetworkPolicy', name).spec,
    );
    expect(toDatabase).toMatchObject({
      podSelector: { matchLabels: uses },
      egress: [{ to: [{ podSelector: { matchLabels: cluster } }] }],
    });
    expect(ofDatabase).toMatchObject({ podSelector: { matchLabels: cluster } });
    expect(ofDatabase.ingress[0].from).toEqual([{ podSelector: { matchLabels: uses } }]);
  });
});
