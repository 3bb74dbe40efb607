import fc from 'fast-check';

const weighted = <Name extends string>(weights: Record<Name, number>): fc.Arbitrary<Name> =>
  fc.oneof(
    ...Object.entries<number>(weights).map(([name, weight]) => ({
      weight,
      arbitrary: fc.constant(name as Name),
    })),
  );

/** Requests of staff and the channel manager, with their weights. */
const COMMANDS = {
  book: 24,
  amend: 6,
  move: 7,
  stretch: 8,
  swap: 5,
  cancel: 5,
  'check in': 5,
  'take back check-in': 2,
  'check out': 4,
  'take back check-out': 2,
  'stay on': 5,
  'change rooms': 6,
  'leave early': 4,
  pay: 3,
  return: 2,
  undo: 8,
  'close room': 2,
  'open room': 2,
  'change room': 2,
  'stop selling': 6,
  'change closure': 6,
  'sell again': 4,
  'hold room': 6,
  'change hold': 6,
  'release hold': 5,
  wait: 3,
  'book waiting': 4,
  'stop waiting': 3,
  weather: 3,
  import: 7,
};
export type CommandKind = keyof typeof COMMANDS;
export const COMMAND_KINDS = Object.keys(COMMANDS) as CommandKind[];

/**
 * Fate of a request: it waits for the next and shares its batch, comes twice, its batch loses the database before the
 * commit, or its answer is lost.
 */
const WAYS = { plain: 14, waits: 2, doubled: 1, 'lost before': 1, unanswered: 2 };

/** Faults of the machines; the first is none: a terminal takes what has arrived. */
const MISHAPS = { deliver: 18, cut: 3, lose: 3, retry: 3, connect: 6, crash: 2, stall: 2, push: 2, clock: 3 };

/** All that can happen to a request or a machine. */
export const MISHAP_KINDS = [...Object.keys(WAYS), ...Object.keys(MISHAPS)];

/** A request of a terminal; the numbers choose among what the terminal knows then. */
const command = fc.record({
  do: weighted(COMMANDS),
  at: fc.nat(2),
  nth: fc.nat(7),
  room: fc.nat(2),
  night: fc.nat(10),
  nights: fc.integer({ min: 1, max: 3 }),
  /** One of the command's own variations. */
  twist: fc.nat(11),
  way: weighted(WAYS),
  /** True while the terminal has not yet taken what has arrived. */
  lags: fc.nat(2).map((chance) => chance === 2),
});
const mishap = fc.record({ mishap: weighted(MISHAPS), at: fc.nat(2), amount: fc.nat(6) });

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
export type Command = Drawn<typeof command>;
export type Mishap = Drawn<typeof mishap>;
export type Step = Command | Mishap;

/** Events of a few hours in a hotel. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>({ weight: 4, arbitrary: command }, { weight: 1, arbitrary: mishap }),
  { minLength: 1, maxLength: 44, size: 'max' },
);
