import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';

const names = z.array(z.string());
const duration = z.string().regex(/^\d+(s|m|h)$/);
const build = z.strictObject({ context: z.string(), dockerfile: z.string(), target: z.string() });
const healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: names,
    interval: duration,
    timeout: duration,
    retries: z.int(),
    start_period: duration,
  }),
]);
const conditions = z.enum(['service_healthy', 'service_completed_successfully']);
const limits = z.strictObject({ cpus: z.string(), memory: z.string(), pids: z.int() });

/** Keys that Compose knows and this project uses: any other is a mistake. */
const service = z.strictObject({
  image: z.string(),
  build: build.optional(),
  cap_add: names.optional(),
  cap_drop: names,
  command: names.optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: conditions })).optional(),
  deploy: z.strictObject({ resources: z.strictObject({ limits }) }),
  environment: z.record(z.string(), z.string()),
  healthcheck: healthcheck.optional(),
  init: z.boolean(),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  networks: names,
  ports: names.optional(),
  profiles: names.optional(),
  read_only: z.boolean(),
  restart: z.enum(['no', 'unless-stopped']),
  secrets: names.optional(),
  security_opt: names,
  shm_size: z.string().optional(),
  stop_grace_period: duration,
  stop_signal: z.string().optional(),
  tmpfs: names,
  user: z.string(),
  volumes: names.optional(),
});

const composeFile = z
  .strictObject({
    name: z.string(),
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() }).nullable()),
    secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
    volumes: z.record(
      z.string(),
      z.strictObject({ driver: z.string(), driver_opts: z.record(z.string(), z.string()) }).nullable(),
    ),
  })
  .superRefine(({ services, networks, secrets, volumes }, { addIssue }) => {
    for (const [name, { depends_on = {}, ...uses }] of Object.entries(services)) {
      const named = uses.volumes
        ?.map((volume) => volume.split(':')[0] ?? '')
        .filter((path) => !/^[./]/.test(path));
      const missing = [
        ...Object.keys(depends_on).filter((other) => !(other in services)),
        ...uses.networks.filter((network) => !(network in networks)),
        ...(uses.secrets ?? []).filter((secret) => !(secret in secrets)),
        ...(named ?? []).filter((volume) => !(volume in volumes)),
      ];
      for (const thing of missing) addIssue({ code: 'custom', message: `${name}: ${thing} is not there` });
    }
  });

/** Rules for every service: no more privileges than it needs, and limits. */
export const HARDENED = {
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  user: expect.stringMatching(/^(node|[1-9]\d*:[1-9]\d*)$/),
  tmpfs: expect.arrayContaining(['/tmp']),
  logging: { options: { 'max-file': expect.any(String), 'max-size': expect.any(String) } },
  deploy: {
    resources: { limits: { cpus: expect.any(String), memory: expect.any(String), pids: expect.any(Number) } },
  },
};

type Variables = Record<string, string>;
type RawService = { extends?: { file: string; service: string } };
type Content = Record<string, unknown> & { services: Record<string, RawService> };

/** A compose file as it is read with these variables: anchors merged, names replaced by what they stand for. */
export const readComposeFile = (variables: Variables, path = 'docker-compose.yml') =>
  parseCompose(readFileSync(path, 'utf8'), variables, dirname(path));

/** A compose file with what another one adds to its services, as `docker compose --file … --file …` reads both. */
export function readOverlaid(variables: Variables, path: string, overlay: string) {
  const [base, over] = [path, overlay].map((each) => filled(readFileSync(each, 'utf8'), variables)) as [
    Content,
    Content,
  ];
  const services = { ...base.services };
  for (const [name, added] of Object.entries(over.services)) services[name] = merged(services[name], added);
  const rest = ['secrets', 'volumes'].map((part) => [part, merged(base[part], over[part])]);
  return composeFile.parse({ ...base, ...Object.fromEntries(rest), services });
}

/** Merges what a later file says into what an earlier one does: a command is replaced, other lists and tables are joined. */
function merged(before: unknown, after: unknown): RawService {
  const values = Object.entries(after ?? {}).map(([key, value]) => {
    const old = (before as Record<string, unknown> | undefined)?.[key];
    if (Array.isArray(old) && key !== 'command') return [key, [...old, ...value]];
    const isTable = typeof old === 'object' && old !== null && !Array.isArray(old);
    return [key, isTable ? { ...old, ...value } : value];
  });
  return { ...(before as object), ...Object.fromEntries(values) };
}

/** The content with names replaced by what they stand for, and without what only anchors refer to. */
function filled(text: string, variables: Variables) {
  const named = text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string) => {
      const value = variables[name] ?? (kind === '-' ? rest : undefined);
      if (value === undefined) throw new Error(`${name}: ${rest ?? 'is not set'}`);
      return value;
    },
  );
  const content: Content = parse(named, {
    merge: true,
  });
  return {
    ...Object.fromEntries(Object.entries(content).filter(([key]) => !key.startsWith('x-'))),
    services: content.services,
  };
}

/** The same from text; throws with every key that Compose would not know and every name that stands for nothing. */
export function parseCompose(text: string, variables: Variables, folder = '.') {
  const content = filled(text, variables);
  const services = Object.entries(content.services).map(([name, { extends: base, ...own }]) => {
    if (!base) return [name, own];
    const { services: bases } = filled(readFileSync(join(folder, base.file), 'utf8'), variables);
    return [name, { ...bases[base.service], ...own }];
  });
  return composeFile.parse({ ...content, services: Object.fromEntries(services) });
}
