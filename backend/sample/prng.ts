/** A repeatable source of chance: the same seed gives the same sequence. */
export type Random = {
  /** A whole number from `min` to `max`, both included. */
  whole: (min: number, max: number) => number;
  /** A number from `min` up to, not including, `max`. */
  between: (min: number, max: number) => number;
  /** True with this probability. */
  chance: (probability: number) => boolean;
  pick: <T>(items: readonly T[]) => T;
  /** One of the choices, each with its weight. */
  weighted: <T>(choices: readonly (readonly [T, number])[]) => T;
  shuffled: <T>(items: readonly T[]) => T[];
  /** A waiting time: exponentially distributed around the mean. */
  exponential: (mean: number) => number;
};

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A source of chance for a seed. */
export function randomFrom(seed: number): Random {
  const next = mulberry32(seed);
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => items[whole(0, items.length - 1)] as T;
  return {
    whole,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick,
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = choices.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return (chosen ?? pick(choices))[0];
    },
    shuffled: (items) => {
      const mixed = [...items];
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = whole(0, last);
        [mixed[last], mixed[other]] = [mixed[other] as (typeof mixed)[0], mixed[last] as (typeof mixed)[0]];
      }
      return mixed;
    },
    exponential: (mean) => -Math.log(1 - next()) * mean,
  };
}
