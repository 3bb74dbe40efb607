// Turns rows of `.docs/proof` grey whose code has changed since they ran: `npm test` does so, and a release is refused while
// there are any (`npm version` runs this file first).
import { fileURLToPath } from 'node:url';
import { cellOf, listChecks } from '../faults/checks.mjs';
import { codeReader, greyed, isStale } from './proof-code.mjs';
import { readPage, rowsOf, today, withRows, writePage } from './report-files.mjs';

/** The pages whose rows carry their code, and the file of a row by its first cell. */
const PAGES = {
  faults: () => {
    const files = new Map(listChecks().long.map(({ check, file }) => [cellOf(check), file]));
    return (cell) => files.get(cell) ?? null;
  },
  benchmarks: () => (cell) => `tests/bench/${cell.replaceAll('`', '')}`,
};

/** Turns the rows of all pages grey or black; returns those that are grey, by page. */
export function greyProofs() {
  const codeOfFile = codeReader();
  return Object.fromEntries(
    Object.entries(PAGES).map(([name, filesOf]) => {
      const fileOf = filesOf();
      const codeNow = (cell) => {
        const file = fileOf(cell);
        return file && codeOfFile(file);
      };
      const page = readPage(name);
      const rows = greyed(rowsOf(page), codeNow, today());
      writePage(name, withRows(page, rows));
      return [name, rows.filter(isStale)];
    }),
  );
}

/** Returns those of some checks whose rows are grey or missing, the one that ran longest ago first. */
export function staleFirst(page, checks, cellOfCheck) {
  greyProofs();
  const rows = rowsOf(readPage(page));
  const ranAt = (check) => {
    const own = rows.filter(([first]) => first === cellOfCheck(check));
    const days = own.filter(isStale).map((row) => /\d{4}-\d\d-\d\d/.exec(row.at(-2) ?? '')?.[0] ?? '');
    return own.length === 0 ? '' : (days.sort()[0] ?? null);
  };
  return checks
    .map((check) => ({ check, day: ranAt(check) }))
    .filter(({ day }) => day !== null)
    .sort((one, other) => one.day.localeCompare(other.day))
    .map(({ check }) => check);
}

/** Says how many rows are grey, in a line a page; returns their number. */
export function tellGreyProofs() {
  const grey = Object.entries(greyProofs()).filter(([, rows]) => rows.length > 0);
  for (const [name, rows] of grey)
    console.log(`.docs/proof/${name}.md: ${rows.length} 行の証明は、いまのコードのものではありません。`);
  return grey.reduce((sum, [, rows]) => sum + rows.length, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = tellGreyProofs() > 0 ? 1 : 0;
