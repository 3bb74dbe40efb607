/**
 * The cells of one physical line; the last of them goes on in the next line when a quote stays open. Lengths are of what
 * stands between commas or quotes, in characters: of the first and the last cell, and of the longest that ends here.
 */
export type LineCells = { cells: string[]; isOpen: boolean; first: number; last: number; longest: number };

/** Where the quote that is open at `from` closes: a quote before a comma or the line's end; -1 when it does not. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1) {
    const next = text[at + 1];
    if (next === undefined || next === ',') return at;
    at = text.indexOf('"', next === '"' ? at + 2 : at + 1);
  }
  return -1;
}

/**
 * Cuts one line into cells by RFC 4180, from its beginning or, with `isOpen`, from within a quoted cell that an earlier
 * line began. A quote that neither opens nor closes a cell stands for itself.
 */
export function cellsOfLine(text: string, isOpen: boolean): LineCells {
  const cells: string[] = [];
  const lengths: number[] = [];
  const found = (isOpen: boolean): LineCells => {
    const ended = isOpen ? lengths.slice(0, -1) : lengths;
    const longest = ended.reduce((most, length) => Math.max(most, length), 0);
    return { cells, isOpen, first: lengths[0] ?? 0, last: lengths.at(-1) ?? 0, longest };
  };
  let from = 0;
  let inQuotes = isOpen;
  for (;;) {
    if (!inQuotes && text[from] === '"') {
      inQuotes = true;
      from += 1;
    }
    const close = inQuotes ? closingQuote(text, from) : text.indexOf(',', from);
    const cell = text.slice(from, close === -1 ? undefined : close);
    cells.push(inQuotes ? cell.replaceAll('""', '"') : cell);
    lengths.push(cell.length);
    if (close === -1) return found(inQuotes);
    from = inQuotes ? close + 2 : close + 1;
    if (inQuotes && close + 1 === text.length) return found(false);
    inQuotes = false;
  }
}

/** Whether a cell's opening quote stands in a line before any that would close a cell that an earlier line began. */
export function opensBeforeClosing(text: string): boolean {
  const opening = /(?:^|,)"(?:"")*(?!")/.exec(text);
  if (opening === null) return false;
  const close = closingQuote(text, 0);
  return close === -1 || opening.index <= close;
}
