type Digests = Record<string, string>;

export function operationDigests(document: {
  paths: Record<string, Record<string, object>>;
  components: Record<string, Record<string, unknown>>;
}): Digests;

export function changedOperations(released: Digests, current: Digests): string[];
