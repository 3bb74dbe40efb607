import { expect } from '@jest/globals';
import fc from 'fast-check';
import { seed, timesOf } from '#tests/support/trial-size.js';
import { fault, type World } from '../harness.js';
import { type HistoryDatabase, inHotel } from './hotel.js';
import type { Sent } from './rules.js';
import { COMMAND_KINDS, type Command, histories, MISHAP_KINDS, type Mishap, type Step } from './steps.js';
import { SimulatedHotel } from './world.js';

const HISTORIES = timesOf(150, 2_000);
/** Number of histories in which everything that can happen must have happened. */
const ENOUGH = 1_000;
/** One history of a seed, as a failure names it. */
const PATH = process.env.SIMULATION_PATH;

/** Number of times that something happened, by its name. */
class Counts extends Map<string, number> {
  add(name: string, count = 1): void {
    this.set(name, this.of(name) + count);
  }
  of(name: string): number {
    return this.get(name) ?? 0;
  }
  sum(): number {
    return [...this.values()].reduce((one, other) => one + other, 0);
  }
}

async function command(world: SimulatedHotel, step: Command): Promise<Sent | null> {
  const sent = await world.ask(step);
  if (!sent) return null;
  world.send(sent, step.way === 'plain' || step.way === 'waits' || step.way === 'doubled');
  if (step.way === 'doubled') world.send(sent);
  world.breaks = step.way === 'lost before';
  if (step.way !== 'waits') await world.commit(sent);
  return sent;
}

async function mishap(world: SimulatedHotel, { mishap: what, at, amount }: Mishap): Promise<void> {
  const terminal = world.terminals[at];
  const unknown = world.sent.find((sent) => sent.at === at && sent.state === 'unknown');
  if (!terminal) return;
  switch (what) {
    case 'deliver':
      return world.deliver(terminal);
    case 'cut':
      return terminal.connect(false);
    case 'lose':
      return terminal.lose();
    case 'connect':
      return world.connect(terminal, amount);
    case 'crash':
      return world.crash();
    case 'push':
      return world.push();
    case 'clock':
      return world.tick([1, -1, 10, 24, -24, 48, 240][amount]);
    case 'stall':
      world.isStalled = true;
      return;
    case 'retry':
      if (unknown) world.send(unknown);
      return world.commit();
  }
}

/** Takes a step; answers with what it was in words, as far as is known by then. */
async function take(world: SimulatedHotel, step: Step, happened: Counts): Promise<string> {
  world.tick();
  if ('mishap' in step) {
    happened.add(step.mishap);
    await mishap(world, step);
    return JSON.stringify(step);
  }
  const sent = await command(world, step);
  const terminal = `terminal ${step.at + 1}`;
  if (!sent) return `${terminal} knows nothing to ${step.do}`;
  happened.add(step.way);
  return `${terminal} ${sent.told} (${step.way}) → ${sent.state} ${sent.refusal}`;
}

fault('simulation', 'whatever happens in a small hotel, no history breaks a rule', (world) =>
  inHotel((hotel) => liveHistories(world, hotel)),
);

async function liveHistories(world: World, hotel: HistoryDatabase): Promise<void> {
  const [done, refused, happened] = [new Counts(), new Counts(), new Counts()];
  let events = 0;
  let lines: string[] = [];
  const begun = performance.now();
  const live = async (history: readonly Step[]): Promise<void> => {
    lines = [];
    const simulated = await SimulatedHotel.open(hotel);
    try {
      for (const step of history) {
        const place = lines.push(JSON.stringify(step)) - 1;
        lines[place] = `${place + 1}. ${await take(simulated, step, happened)}`;
      }
      await simulated.rest();
      await simulated.checkAtRest();
    } finally {
      await simulated.close();
    }
    for (const { kind, state } of simulated.sent) (state === 'done' ? done : refused).add(kind);
    world.struck += 1;
    events += simulated.stored.rows.length;
  };
  const { failed, ...found } = await fc.check(fc.asyncProperty(histories, live), {
    seed,
    numRuns: HISTORIES,
    ...(PATH ? { path: PATH, endOnFailure: true } : {}),
  });
  if (failed) {
    // The last that was lived through need not be the least.
    const error = await live(found.counterexample?.[0] ?? []).catch((reason: unknown) => reason);
    const again = `TEST_SEED=${seed} SIMULATION_PATH=${found.counterexamplePath} npm run faults -- simulation`;
    const cause = error ?? found.errorInstance;
    throw new Error([...lines, `⇒ ${cause}`, `Once more: ${again}`].join('\n'), { cause });
  }

  const commands = done.sum() + refused.sum();
  world.figures = {
    ...{ commands, done: done.sum(), 'refused %': (100 * refused.sum()) / commands },
    'answers lost': happened.of('lost before') + happened.of('unanswered'),
    ...{ crashes: happened.of('crash'), events },
    'histories/s': (1_000 * world.struck) / (performance.now() - begun),
  };
  // Of few histories chance decides what happens in them.
  if (PATH || HISTORIES < ENOUGH) return;
  // What did nothing proves nothing.
  for (const kind of COMMAND_KINDS) expect([kind, done.of(kind) && refused.of(kind)]).not.toEqual([kind, 0]);
  for (const kind of MISHAP_KINDS) expect([kind, happened.of(kind)]).not.toEqual([kind, 0]);
  // Guests who change places stand in nobody's way.
  expect(done.of('swap') / refused.of('swap')).toBeGreaterThan(0.75);
  expect(done.sum() / commands).toBeGreaterThan(0.35);
  expect(refused.sum() / commands).toBeGreaterThan(0.15);
  expect(events / world.struck).toBeGreaterThan(20);
}
