const ALIAS = /^(?:@(?<product>domain|wire)|#(?<folder>backend|frontend|migrations|tests))\/(?<rest>.*)$/;

/**
 * The path from the root for an import by an alias of `tsconfig.json`, null for any other import. The product has
 * `@domain/` and `@wire/`; `#` and a folder of the root is for tests alone.
 */
export function pathOfAlias(specifier) {
  const { product, folder, rest } = ALIAS.exec(specifier)?.groups ?? {};
  if (rest === undefined) return null;
  return product ? `backend/${product}/${rest}` : `${folder}/${rest}`;
}
