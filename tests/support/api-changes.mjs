import { createHash } from 'node:crypto';

const TEXTS = ['title', 'description', 'summary'];

/** The names of components that a value refers to, with those that they refer to. */
function referencesOf(value, components, found = new Set()) {
  for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    const reference = `${kind}/${name}`;
    if (found.has(reference)) continue;
    found.add(reference);
    referencesOf(components[kind]?.[name] ?? null, components, found);
  }
  return found;
}

/** JSON of what a program depends on: no texts for people, and the keys in one order. */
const contractOf = (value) =>
  JSON.stringify(value, (key, part) => {
    // A field may have the name of a text: its value is then a schema.
    if (TEXTS.includes(key) && typeof part === 'string') return undefined;
    return part?.constructor === Object ? Object.fromEntries(Object.entries(part).sort()) : part;
  });

/**
 * A digest of each operation of an OpenAPI document, by `METHOD /path`: its parameters, body, answers and roles with every
 * object in them, but no texts. How errors are answered is the same for all and stays out.
 */
export function operationDigests({ paths, components }) {
  const digests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters, requestBody, responses, 'x-roles': roles } = operation;
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const own = { parameters, requestBody, answers, roles };
      const objects = [...referencesOf(own, components)].sort().map((reference) => {
        const [kind, name] = reference.split('/');
        return [reference, components[kind]?.[name]];
      });
      const digest = createHash('sha256')
        .update(contractOf([own, objects]))
        .digest('hex')
        .slice(0, 12);
      return [`${method.toUpperCase()} ${path}`, digest];
    }),
  );
  return Object.fromEntries(digests.sort());
}

/** The operations that were added, removed or changed since a release, as `METHOD /path`. */
export function changedOperations(released, current) {
  const names = new Set([...Object.keys(released), ...Object.keys(current)]);
  return [...names].filter((name) => released[name] !== current[name]).sort();
}
