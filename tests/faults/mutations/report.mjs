import { readReport, table, writeReport } from '../../support/report-files.mjs';

/** Writes down the last run of some areas; the other areas stay as they were. */
export function reportRandom(records) {
  const { random = [] } = readReport('mutations');
  const others = random.filter(({ area }) => records.every((record) => record.area !== area));
  const all = [...others, ...records].sort((a, b) => (a.area < b.area ? -1 : 1));
  writeReport('mutations', { page: pageOf(all), data: { random: all } });
}

function pageOf(random) {
  const survivors = random.flatMap((record) => record.survivors);
  return [
    '# Mutation tests',
    '',
    'Written by `npm run faults -- --mutants [PATH]`: small changes of the sources, drawn by chance, each tried with the tests that',
    'import its file; with `--near` by those of its own part only. A score below 90 % is a failure. TEST_SEED draws the same ones again while the sources stay the same.',
    '',
    table(
      ['area', 'seed', 'mutants', 'caught', 'of these by types', 'by time', 'score', 'on'],
      random.map(({ area, of, seed, tried, caught, byTypes, byTime, score, taken }) => [
        `\`${area}\`${of ? ` (${of})` : ''}`,
        ...[seed, tried, caught, byTypes, byTime].map(String),
        score >= 90 ? `${score} %` : `**${score} %**`,
        taken,
      ]),
    ),
    '',
    ...(survivors.length > 0 ? ['Survivors:', '', '```diff', survivors.join('\n'), '```', ''] : []),
  ].join('\n');
}
