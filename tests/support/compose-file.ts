import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type ComposeService = {
  image: string;
  build?: { dockerfile: string; target: string };
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  environment: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  networks: string[];
  ports?: string[];
  secrets?: string[];
  stop_grace_period: string;
  user: string;
  volumes?: string[];
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  tmpfs: string[];
  logging: { options: Record<string, string> };
  deploy: { resources: { limits: { cpus: string; memory: string; pids: number } } };
};

export type ComposeFile = {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
};

/** docker-compose.yml as it is read with these variables: anchors merged, names replaced by what they stand for. */
export function readComposeFile(variables: Record<string, string>): ComposeFile {
  const text = readFileSync('docker-compose.yml', 'utf8').replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string) => {
      const value = variables[name] ?? (kind === '-' ? rest : undefined);
      if (value === undefined) throw new Error(`${name}: ${rest ?? 'is not set'}`);
      return value;
    },
  );
  return parse(text, { merge: true });
}
