type Entry = { what: string; figures?: Record<string, number> } & Record<string, unknown>;

export function added(entries: readonly Entry[], more: readonly Entry[]): Entry[];
