// `npm run faults -- --mutants [AREA or PATH …]`: draws mutants of the sources by chance (MUTANTS, 200, within MUTANTS_MINUTES,
// 240), makes each in a copy of the project and runs the tests that import its file, the nearest first; with `--near` only those
// of the file's own part. TEST_SEED draws the same ones again. A score below the floor is a failure. The last run of each area
// and its survivors are written into `.docs/proof/mutations`.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { today } from '../../support/report-files.mjs';
import { startTestCluster } from '../../support/test-cluster.mjs';
import { applyMutant, diffOf, drawFrom, mutantsOf } from './mutator.mjs';
import { ProjectCopy } from './project-copy.mjs';
import { groupsOf, importersIn, sourcesIn } from './related-tests.mjs';
import { reportRandom } from './report.mjs';

const project = fileURLToPath(new URL('../../../', import.meta.url));
/** Folders whose sources are mutated; components are left to the tests in a browser. */
const AREAS = ['backend/domain', 'backend/event-store', 'frontend'];
const FLOOR_PERCENT = 90;
/** After these no further mutant is tried; the score is that of those that were. */
const MINUTES = Number(process.env.MUTANTS_MINUTES ?? 240);
const TYPECHECK = [
  'node_modules/typescript/bin/tsc',
  '--noEmit',
  '--noUnusedLocals',
  'false',
  '--noUnusedParameters',
  'false',
];

/** Tries mutants in one copy, a group of tests after another. */
class MutantRunner {
  #copy = new ProjectCopy();
  #importers;
  #isNear;
  #environment;
  #sound = new Map();

  constructor(importers, environment, isNear) {
    this.#isNear = isNear;
    this.#importers = importers;
    this.#environment = environment;
  }

  /** `caught`, with what caught it, or `survived`. */
  async try(mutant) {
    const { own, further } = groupsOf(this.#importers, mutant.file);
    const mutated = applyMutant(this.#copy.read(mutant.file), mutant);
    for (const group of own) {
      const by = await this.#runGroup(group, mutant.file, mutated);
      if (by) return { outcome: 'caught', by };
    }
    const hasTypes = () => this.#hasTypes();
    if (!(await this.#copy.withText(mutant.file, mutated, hasTypes)) && (await this.#hasTypesWithout()))
      return { outcome: 'caught', by: 'types' };
    for (const group of this.#isNear ? [] : further) {
      const by = await this.#runGroup(group, mutant.file, mutated);
      if (by) return { outcome: 'caught', by };
    }
    return { outcome: 'survived' };
  }

  async #hasTypes() {
    return (await this.#copy.run(TYPECHECK, {}, 600_000)).status === 0;
  }

  async #hasTypesWithout() {
    if (!this.#sound.has('types')) this.#sound.set('types', await this.#hasTypes());
    return this.#sound.get('types');
  }

  stop() {
    this.#copy.stop();
  }

  close() {
    this.#copy.remove();
  }

  /** The test that a mutant fails, or `time` when the group doesn't end; null when all pass. */
  async #runGroup(group, file, mutated) {
    const files = group.filter((path) => this.#sound.get(path) !== false);
    if (files.length === 0) return null;
    const { verdict, output } = await this.#copy.withText(file, mutated, () => this.#run(files));
    if (verdict === 'passed') return null;
    const failed = output.match(/^FAIL .*?(tests\/\S+)/m)?.[1];
    const suspects = verdict === 'failed' && failed ? [failed] : files;
    if (await this.#passWithout(suspects)) return verdict === 'slow' ? 'time' : suspects.join(' ');
    return await this.#runGroup(group, file, mutated);
  }

  /** Tells whether tests pass without any mutant; those that don't are left out from then on. */
  async #passWithout(files) {
    const key = files.join(' ');
    if (!this.#sound.has(key)) {
      const { verdict, output } = await this.#run(files);
      this.#sound.set(key, verdict === 'passed');
      if (verdict !== 'passed') {
        for (const path of files) this.#sound.set(path, false);
        console.error(`left out, as it does not pass without a mutant: ${key}\n${output.slice(-2000)}`);
      }
    }
    return this.#sound.get(key);
  }

  #run(files) {
    const isPure = files.every((path) => path.startsWith('tests/domain/'));
    const within = isPure ? 90_000 : 60_000 + 45_000 * files.length;
    return this.#copy.runTests(files, { environment: this.#environment, within });
  }
}

/** Every mutant of the sources of an area. */
function mutantsIn(area, isWanted) {
  return sourcesIn(project, [area])
    .filter((file) => file.endsWith('.ts') && isWanted(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(`${project}${file}`, 'utf8');
      return mutantsOf(file, text).map((mutant) => ({ ...mutant, diff: diffOf(text, mutant) }));
    });
}

/** Tries mutants drawn by chance, of all areas alike or of those whose paths have one of these words; answers 1 below the floor. */
export async function runRandomMutants(words, { isNear = false } = {}) {
  const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
  const count = Number(process.env.MUTANTS ?? 200);
  const isWanted = (file) => words.length === 0 || words.some((word) => file.includes(word));
  const areas = AREAS.map((area) => ({ area, mutants: mutantsIn(area, isWanted) })).filter(
    ({ mutants }) => mutants.length > 0,
  );
  if (areas.length === 0) throw new Error(`No source is called ${words.join(' or ')}.`);
  console.log(`TEST_SEED=${seed}`);
  const inTurns = areas.flatMap(({ area, mutants }) =>
    drawFrom(mutants, Math.ceil(count / areas.length), seed).map((mutant, turn) => ({
      area,
      ...mutant,
      turn,
    })),
  );
  // A run that ends before all are tried has tried as many of each area.
  const drawn = inTurns.sort((one, other) => one.turn - other.turn);
  const tried = await tryAll(drawn, isNear);
  const triedAreas = areas.filter(({ area }) => tried.some((each) => each.area === area));
  for (const { area } of triedAreas) {
    const ofArea = tried.filter((each) => each.area === area);
    const { caught, score } = scoreOf(ofArea);
    console.log(`${area}: ${caught} of ${ofArea.length} caught (${score} %), seed ${seed}`);
  }
  reportRandom(
    triedAreas.map(({ area }) => recordOf(area, isNear ? [...words, '--near'] : words, seed, tried)),
  );
  return scoreOf(tried).score < FLOOR_PERCENT ? 1 : 0;
}

/** Tries mutants in as many copies as MUTATION_WORKERS says. */
async function tryAll(drawn, isNear) {
  const importers = importersIn(project);
  const cluster = await startTestCluster();
  const queue = [...drawn];
  const ends = Date.now() + MINUTES * 60_000;
  const tried = [];
  const runners = [];
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    queue.length = 0;
    for (const runner of runners) runner.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupt);
  const work = async () => {
    const runner = new MutantRunner(importers, cluster.environment, isNear);
    runners.push(runner);
    try {
      for (let mutant = queue.shift(); mutant && Date.now() < ends; mutant = queue.shift()) {
        const result = await runner.try(mutant);
        if (isInterrupted) break;
        tried.push({ ...mutant, ...result });
        const progress = `${tried.length}/${drawn.length}`;
        if (result.outcome === 'survived') console.log(`${progress} survived\n${mutant.diff}`);
        else
          console.log(`${progress} caught by ${result.by}: ${mutant.file}:${mutant.line} ${mutant.operator}`);
      }
    } finally {
      runner.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: Number(process.env.MUTATION_WORKERS ?? 1) }, work));
  } finally {
    await cluster.stop();
  }
  if (isInterrupted) throw new Error('interrupted: nothing was written');
  return tried;
}

function scoreOf(tried) {
  const caught = tried.filter(({ outcome }) => outcome === 'caught').length;
  return { caught, score: Math.round((1000 * caught) / tried.length) / 10 };
}

function recordOf(area, words, seed, all) {
  const tried = all.filter((each) => each.area === area);
  return {
    area,
    ...(words.some((word) => word !== area) ? { of: words.filter((word) => word !== area).join(' ') } : {}),
    taken: today(),
    seed,
    tried: tried.length,
    ...scoreOf(tried),
    byTypes: tried.filter(({ by }) => by === 'types').length,
    byTime: tried.filter(({ by }) => by === 'time').length,
    survivors: tried.filter(({ outcome }) => outcome === 'survived').map(({ diff }) => diff),
  };
}
