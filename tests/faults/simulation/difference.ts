const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The first place in which two values differ, with what is there in each; empty when they are the same. */
export function difference(one: unknown, other: unknown, place = ''): string {
  if (Object.is(one, other)) return '';
  if (!isRecord(one) || !isRecord(other)) {
    return `${place}: ${JSON.stringify(one)}, not ${JSON.stringify(other)}`;
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference(one[name], other[name], place === '' ? name : `${place}.${name}`);
    if (found !== '') return found;
  }
  return '';
}
