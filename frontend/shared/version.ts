/** The version of this page, as its build was told; empty where it was not built. */
export const OWN_VERSION: string = import.meta.env.VITE_VERSION ?? '';

/** Returns whether a version, three numbers, is later than another; not when one of them is unknown. */
export function isLaterVersion(version: string | null, other: string): boolean {
  if (!version || !other) return false;
  const [one, two] = [version, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const at = one.findIndex((number, place) => number !== two[place]);
  return at >= 0 && (one[at] ?? 0) > (two[at] ?? 0);
}
