import { readFileSync } from 'node:fs';
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

/** What Compose knows and this project uses: any other key is a mistake. */
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
    volumes: z.record(z.string(), z.null()),
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

/** docker-compose.yml as it is read with these variables: anchors merged, names replaced by what they stand for. */
export const readComposeFile = (variables: Record<string, string>) =>
  parseCompose(readFileSync('docker-compose.yml', 'utf8'), variables);

/** The same from text; throws with every key that Compose would not know and every name that stands for nothing. */
export function parseCompose(text: string, variables: Record<string, string>) {
  const filled = text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string) => {
      const value = variables[name] ?? (kind === '-' ? rest : undefined);
      if (value === undefined) throw new Error(`${name}: ${rest ?? 'is not set'}`);
      return value;
    },
  );
  const { 'x-logging': _, 'x-hardened': __, 'x-node': ___, ...content } = parse(filled, { merge: true });
  return composeFile.parse(content);
}
