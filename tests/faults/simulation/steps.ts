import fc from 'fast-check';

/** How a terminal's request fares on its way; one that waits is committed together with those behind it. */
export const WAYS = ['plain', 'waits', 'doubled', 'lost before', 'lost after', 'unanswered'] as const;
export type Way = (typeof WAYS)[number];

/** What staff or the channel manager ask for; numbers choose among what the terminal knows then. */
export type Command = {
  do:
    | 'book'
    | 'amend'
    | 'move'
    | 'stretch'
    | 'swap'
    | 'cancel'
    | 'check in'
    | 'take back check-in'
    | 'check out'
    | 'take back check-out'
    | 'pay'
    | 'return'
    | 'undo'
    | 'close room'
    | 'open room'
    | 'change room'
    | 'weather'
    | 'import';
  at: number;
  nth: number;
  room: number;
  night: number;
  nights: number;
  /** One of the command's own variations. */
  twist: number;
  way: Way;
  /** Whether the terminal has not yet taken what has arrived. */
  lags: boolean;
};

/** What happens to the machines. */
export type Mishap =
  | { do: 'deliver'; at: number }
  | { do: 'cut' | 'lose' | 'retry'; at: number }
  | { do: 'connect'; at: number; back: number }
  | { do: 'crash' | 'stall' | 'push' }
  | { do: 'clock'; hours: number };

export type Step = Command | Mishap;

const at = fc.nat(2);
const way = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Way>('plain') },
  { weight: 6, arbitrary: fc.constantFrom(...WAYS.slice(1)) },
);

const COMMANDS: Record<Command['do'], number> = {
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
  pay: 3,
  return: 2,
  undo: 8,
  'close room': 2,
  'open room': 2,
  'change room': 2,
  weather: 3,
  import: 7,
};

/** Every kind of command there is. */
export const KINDS = Object.keys(COMMANDS) as Command['do'][];

const kind = fc.oneof(
  ...Object.entries(COMMANDS).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name as Command['do']),
  })),
);

const command: fc.Arbitrary<Step> = fc.record({
  do: kind,
  at,
  nth: fc.nat(7),
  room: fc.nat(2),
  night: fc.nat(10),
  nights: fc.integer({ min: 1, max: 3 }),
  twist: fc.nat(11),
  way,
  lags: fc.nat(2).map((chance) => chance === 2),
});

const mishap: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('cut' as const, 'lose' as const, 'retry' as const), at }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('connect' as const), at, back: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('crash' as const, 'stall' as const, 'push' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      hours: fc.constantFrom(1, -1, 10, 24, -24, 48, 240),
    }),
  },
);

/** What can happen to a hotel in a few hours. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: command }, { weight: 1, arbitrary: mishap }),
  { minLength: 1, maxLength: 22, size: 'max' },
);
