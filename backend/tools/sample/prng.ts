import { entriesOf, itemAt } from '@domain/records.js';

/** A repeatable random source. */
export type Random = ReturnType<typeof randomFrom>;

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A random source: the same seed gives the same sequence. */
export function randomFrom(seed: number) {
  const next = mulberry32(seed);
  /** A whole number from `min` to `max`, both included. */
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => itemAt(items, whole(0, items.length - 1));
  /** One of the choices, each with its weight. */
  const weighted = <T>(choices: readonly (readonly [T, number])[]): T => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const chosen = choices.find(([, weight]) => {
      left -= weight;
      return left < 0;
    });
    return (chosen ?? pick(choices))[0];
  };
  return {
    whole,
    pick,
    weighted,
    /** One of the keys, each with its weight. */
    byWeight: <Key extends string>(weights: Readonly<Record<Key, number>>): Key =>
      weighted(entriesOf(weights)),
    /** A number from `min` up to, not including, `max`. */
    between: (min: number, max: number): number => min + next() * (max - min),
    /** True with this probability. */
    chance: (probability: number): boolean => next() < probability,
    shuffled: <T>(items: readonly T[]): T[] => {
      const mixed = [...items];
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = whole(0, last);
        [mixed[last], mixed[other]] = [itemAt(mixed, other), itemAt(mixed, last)];
      }
      return mixed;
    },
    /** An exponentially distributed number. */
    exponential: (mean: number): number => -Math.log(1 - next()) * mean,
  };
}
