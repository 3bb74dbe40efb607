/** A small change of one place of a source. */
export type Mutant = {
  file: string;
  line: number;
  operator: string;
  start: number;
  end: number;
  replacement: string;
};

export function mutantsOf(file: string, text: string): Mutant[];
export function applyMutant(text: string, mutant: Pick<Mutant, 'start' | 'end' | 'replacement'>): string;
export function diffOf(text: string, mutant: Mutant): string;
export function drawFrom<Item>(list: readonly Item[], count: number, seed: number): Item[];
