import { checkAtRest, comeToRest } from './quiet.js';
import type { Sent } from './request-log.js';
import type { Command, Mishap, Step } from './steps.js';
import type { Tally } from './tally.js';
import { World } from './world.js';

const isCommand = (step: Step): step is Command => 'way' in step;

async function command(world: World, step: Command): Promise<Sent | null> {
  const sent = await world.ask(step);
  if (!sent) return null;
  world.send(sent, step.way !== 'unanswered');
  switch (step.way) {
    case 'waits':
      return sent;
    case 'doubled':
      world.send(sent);
      await world.commit();
      break;
    case 'lost before':
      await world.commit(null, 'before commit');
      break;
    case 'lost after':
      await world.commit(null, 'after commit');
      break;
    default:
      await world.commit(sent);
  }
  return sent;
}

async function mishap(world: World, step: Mishap): Promise<void> {
  switch (step.do) {
    case 'clock':
      return world.setClock(step.hours);
    case 'crash':
      return world.crash();
    case 'stall':
      world.isStalled = true;
      return;
    case 'push':
      return world.push();
    default:
  }
  const terminal = world.terminals[step.at];
  if (!terminal) return;
  if (step.do === 'cut') terminal.cut();
  if (step.do === 'lose') terminal.lose();
  if (step.do === 'connect') await world.connect(terminal, step.back);
  if (step.do === 'deliver') await world.deliver(terminal);
  if (step.do === 'retry') {
    const unknown = world.sent.find(({ at, state }) => at === step.at && state === 'unknown');
    if (!unknown) return;
    world.send(unknown);
    await world.commit();
  }
}

/** One step in a line: what was asked for or happened, and how it went as far as is known. */
function lineOf(step: Step, sent: Sent | null): string {
  if (!isCommand(step)) {
    const { do: what, ...details } = step;
    return `${what} ${JSON.stringify(details)}`;
  }
  const terminal = `terminal ${step.at + 1}`;
  if (!sent) return `${terminal} knows nothing to ${step.do}`;
  const outcome = sent.state === 'refused' ? `refused: ${sent.refusal}` : sent.state;
  return `${terminal} ${sent.told} (${step.way}) → ${outcome}`;
}

/** Takes a step; answers with what it was in words, as far as is known by then. */
export async function take(world: World, step: Step, tally: Tally): Promise<string> {
  world.tick();
  if (!isCommand(step)) {
    await mishap(world, step);
    tally.happened(step.do);
    return lineOf(step, null);
  }
  const sent = await command(world, step);
  tally.happened(sent ? step.way : 'idle');
  return lineOf(step, sent);
}

/** Lives through a history and holds it against every rule; `lines` gets what happened, a line a step. */
export async function live(history: readonly Step[], tally: Tally, lines: string[] = []): Promise<void> {
  const world = new World();
  for (const step of history) {
    const place = lines.push(JSON.stringify(step)) - 1;
    lines[place] = await take(world, step, tally);
  }
  await comeToRest(world);
  await checkAtRest(world);
  for (const { kind, state } of world.sent) tally.settled(kind, state);
  tally.lived(world.database.position);
}
