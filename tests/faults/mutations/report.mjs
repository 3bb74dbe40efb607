import { readReport, table, writeReport } from '../../support/report-files.mjs';

/** Reads the report of random and of listed mutations. */
export function readMutations() {
  const report = readReport('mutations');
  return { random: report.random ?? [], listed: report.listed ?? [] };
}

/** Writes down the last run of some areas; the other areas stay as they were. */
export function reportRandom(records) {
  const { random, listed } = readMutations();
  const others = random.filter(({ area }) => records.every((record) => record.area !== area));
  write({ random: [...others, ...records].sort((a, b) => (a.area < b.area ? -1 : 1)), listed });
}

/** Writes down the listed mutations with their outcomes. */
export function reportListed(listed) {
  write({ ...readMutations(), listed });
}

function write({ random, listed }) {
  writeReport('mutations', { page: pageOf({ random, listed }), data: { random, listed } });
}

/** The page of both kinds. */
function pageOf({ random, listed }) {
  const survivors = random.flatMap((record) => record.survivors);
  const caught = listed.filter(({ outcome }) => outcome === 'caught').length;
  const untried = listed.filter(({ outcome }) => outcome === 'not tried').length;
  return [
    '# Mutation tests',
    '',
    '## Random mutants',
    '',
    'Written by `npm run faults -- --mutants [PATH]`: small changes of the sources, drawn by chance, each tried with the tests that',
    'import its file; with `--near` by those of its own part only. A score below 90 % is a failure. TEST_SEED draws the same ones again while the sources stay the same.',
    '',
    table(
      ['area', 'seed', 'mutants', 'caught', 'of these by types', 'by time', 'score', 'on'],
      random.map(({ area, of, seed, tried, caught: found, byTypes, byTime, score, taken }) => [
        `\`${area}\`${of ? ` (${of})` : ''}`,
        ...[seed, tried, found, byTypes, byTime].map(String),
        score >= 90 ? `${score} %` : `**${score} %**`,
        taken,
      ]),
    ),
    '',
    ...(survivors.length > 0 ? ['Survivors:', '', '```diff', survivors.join('\n'), '```', ''] : []),
    '## Listed mutations',
    '',
    'Written by `npm run faults -- --mutations [PART]`: mistakes that show only with several processes. Each was made in a copy of',
    'the product, and the check beside it, which passes without it, was run.',
    '',
    `${caught} of ${listed.length} were caught, ${untried} were not tried since they were changed.`,
    '',
    table(
      ['mistake', 'in', 'check', 'outcome', 'on'],
      listed.map(({ what, file, caughtBy, outcome, taken }) => [
        what,
        `\`${file}\``,
        `\`${caughtBy}\``,
        outcome === 'caught' ? outcome : `**${outcome}**`,
        taken ?? '',
      ]),
    ),
    '',
  ].join('\n');
}
