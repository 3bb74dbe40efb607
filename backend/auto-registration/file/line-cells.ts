/** The cells of one physical line; the last of them goes on in the next line when a quote stays open. */
export type LineCells = { cells: string[]; isOpen: boolean };

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
  if (!isOpen && !text.includes('"')) return { cells: text.split(','), isOpen: false };
  const cells: string[] = [];
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
    if (close === -1) return { cells, isOpen: inQuotes };
    from = inQuotes ? close + 2 : close + 1;
    if (inQuotes && close + 1 === text.length) return { cells, isOpen: false };
    inQuotes = false;
  }
}
