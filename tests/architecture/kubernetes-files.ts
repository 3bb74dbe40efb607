import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** The published schemas of Kubernetes and of the operator. */
const KINDS = {
  Cluster,
  CronJob,
  Deployment,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
};

// biome-ignore lint/suspicious/noExplicitAny: what is in it is what the schemas say.
type Manifest = any;

const fileOrLiteral = z.array(z.string().regex(/^[\w.]+=.|^[\w./]+$/));
const generator = z.strictObject({
  name: z.string(),
  type: z.string().optional(),
  literals: fileOrLiteral.optional(),
  files: fileOrLiteral.optional(),
});
const kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string(),
  resources: z.array(z.string()),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })),
  configMapGenerator: z.array(generator),
  secretGenerator: z.array(generator),
  generatorOptions: z.strictObject({ disableNameSuffixHash: z.literal(true) }),
});

/** Reads a value as a schema does, and remembers which of its members the schema did not look at: it knows none such. */
function watched(value: object, path: string, unread: Set<string>): object {
  const members = new Map<string, object>();
  for (const [key, member] of Object.entries(value)) {
    unread.add(`${path}.${key}`);
    if (typeof member === 'object' && member !== null)
      members.set(key, watched(member, `${path}.${key}`, unread));
  }
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'string') unread.delete(`${path}.${key}`);
      return members.get(String(key)) ?? Reflect.get(target, key);
    },
  });
}

/** Refuses a manifest with what its schema refuses, or does not know. */
function check(manifest: Manifest): void {
  const { apiVersion, kind, metadata } = manifest;
  const model = Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : undefined;
  if (model?.apiVersion !== apiVersion) throw new Error(`${apiVersion} ${kind} is not there`);
  const unread = new Set<string>();
  model?.prototype.validate.call(watched(manifest, kind, unread) as never);
  if (unread.size > 0) throw new Error(`${metadata.name}: nobody knows ${[...unread].join(', ')}`);
}

/** The manifests of a file of Kubernetes; throws with what its schema refuses. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    const manifest = document.toJS();
    check(manifest);
    return manifest;
  });
}

/** The kustomization of a folder and the manifests that it names. */
export function readKustomization(folder: string) {
  const content = kustomization.parse(parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')));
  const manifests = content.resources.flatMap((name) =>
    parseManifests(readFileSync(join(folder, name), 'utf8')),
  );
  return { ...content, manifests };
}
