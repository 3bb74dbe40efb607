/** Returns the names of an object's own fields. The object must have no others than its type says. */
export function keysOf<Name extends string>(record: Partial<Readonly<Record<Name, unknown>>>): Name[] {
  return Object.keys(record) as Name[];
}

/** Returns the fields of an object with their names. The object must have no others than its type says. */
export function entriesOf<Name extends string, Value>(
  record: Readonly<Record<Name, Value>>,
): [Name, Value][] {
  return Object.entries(record) as [Name, Value][];
}

/** Makes an object that has a value for each name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** Returns some fields of an object. */
export function picked<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

/** Returns the value of a key that the map has; throws where it has none. */
export function valueAt<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`nothing is known of ${String(key)}`);
  return value;
}

/** Returns the item at an index, from the end for negative ones; throws where there is none. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index);
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`);
  return item;
}
