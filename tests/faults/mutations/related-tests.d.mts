export function sourcesIn(root: string, folders: readonly string[]): string[];
export function importersIn(root: string): Map<string, Set<string>>;
export function groupsOf(
  importers: ReadonlyMap<string, ReadonlySet<string>>,
  file: string,
): { own: string[][]; further: string[][] };
