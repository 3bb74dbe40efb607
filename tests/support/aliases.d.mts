export function pathOfAlias(specifier: string): string | null;
