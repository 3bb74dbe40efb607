const SEPARATORS = [',', '\t', ';'] as const;
type Separator = (typeof SEPARATORS)[number];

/** Bytes of a file that are read to find its header. */
const LOOKED_AT = 65_536;
const MOST_LINES_ABOVE = 30;

/** Line of the header, and the separator of its cells. */
type Layout = { headerAt: number; separator: Separator };

/** Finds the header among the first lines: the one that has all these names, whatever separates them. */
function layoutOf(text: string, names: readonly string[]): Layout {
  let at = 0;
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/, MOST_LINES_ABOVE)) {
    const plain = line.normalize('NFKC');
    if (names.every((name) => plain.includes(name))) {
      const most = SEPARATORS.map((separator) => line.split(separator).length);
      return { headerAt: at, separator: SEPARATORS[most.indexOf(Math.max(...most))] ?? ',' };
    }
    at += line.length;
  }
  return { headerAt: 0, separator: ',' };
}

/** Only the line breaks of a text, so that what follows keeps its line number. */
const lineBreaksOf = (text: string): string => text.replace(/[^\r\n]/g, '');

/** A quote that is still open after so many characters is none: the reader of rows says so of its own row. */
const LONGEST_QUOTED = 100_000;

/** Turns cells of another separator into those of a comma; a cell with commas gets quotes. */
class Separated {
  private cell = '';
  private isQuoted = false;

  constructor(private readonly separator: Separator) {}

  push(text: string): string {
    let out = '';
    for (const sign of text) {
      // A doubled quote closes the cell and opens it again at once.
      if (sign === '"' && (this.cell === '' || this.cell.startsWith('"'))) this.isQuoted = !this.isQuoted;
      if (this.cell.length > LONGEST_QUOTED) this.isQuoted = false;
      const isEnd = !this.isQuoted && (sign === this.separator || sign === '\n' || sign === '\r');
      if (!isEnd) this.cell += sign;
      else out += this.taken() + (sign === this.separator ? ',' : sign);
    }
    return out;
  }

  taken(): string {
    const { cell } = this;
    this.cell = '';
    this.isQuoted = false;
    return cell.includes(',') && !cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  }
}

/**
 * The text of a file as comma-separated values that begin with their header: what stands above it is blanked, tabs and
 * semicolons become commas. Line numbers stay. `names` are columns that a header has.
 */
export async function* plainCsv(
  chunks: AsyncIterable<string>,
  names: readonly string[],
): AsyncGenerator<string> {
  let head = '';
  const file: { separated: Separated | null } = { separated: null };
  let isFound = false;
  const begin = (): string => {
    const { headerAt, separator } = layoutOf(head, names);
    file.separated = separator === ',' ? null : new Separated(separator);
    isFound = true;
    const table = head.slice(headerAt);
    return lineBreaksOf(head.slice(0, headerAt)) + (file.separated?.push(table) ?? table);
  };
  for await (const chunk of chunks) {
    if (isFound) {
      yield file.separated?.push(chunk) ?? chunk;
      continue;
    }
    head += chunk;
    if (head.length >= LOOKED_AT) yield begin();
  }
  if (!isFound) yield begin();
  yield file.separated?.taken() ?? '';
}
