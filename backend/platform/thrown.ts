/** Fields of errors of Node.js, of PostgreSQL and of packages beside their message. */
type Detail = 'code' | 'constraint' | 'path' | 'syscall' | 'name' | 'message';

const propertyOf = (thrown: unknown, name: string): unknown =>
  typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined;

/** Returns what a thrown value says by one of its texts; undefined where it has none. */
export function detailOf(thrown: unknown, detail: Detail): string | undefined {
  const text = propertyOf(thrown, detail);
  return typeof text === 'string' ? text : undefined;
}

/** Returns the number of a thrown value by that name, such as an HTTP `status`; undefined where it has none. */
export function numberOf(thrown: unknown, name: string): number | undefined {
  const value = propertyOf(thrown, name);
  return typeof value === 'number' ? value : undefined;
}

/** Returns what caused a thrown value; undefined where it says none. */
export const causeOf = (thrown: unknown): unknown => propertyOf(thrown, 'cause');

/** Returns the message of whatever was thrown. */
export const messageOf = (thrown: unknown): string => detailOf(thrown, 'message') ?? String(thrown);
