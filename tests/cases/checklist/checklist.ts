import { errors } from './errors.js';
import { limits } from './limits.js';
import { rules } from './rules.js';
import { screens } from './screens.js';
import { states } from './states.js';

/** Place in which a row is proven: the real page in jsdom, or a browser, where it must draw, scroll or steer. */
export type Layer = 'page' | 'browser';

type Section = { title: string } & Partial<Record<Layer, Record<string, string>>>;

/** Every row of the specification's tables of screens, states, rules, messages and limits, and where it is proven. */
export const CHECKLIST = { ...screens, ...states, ...rules, ...errors, ...limits } as const satisfies Record<
  string,
  Section
>;

type Checklist = typeof CHECKLIST;

/** The rows of one section that one layer proves. */
export type RowsOf<Name extends keyof Checklist, In extends Layer, Proof> =
  Checklist[Name] extends Record<In, infer Rows> ? { [Row in keyof Rows]: Proof } : never;

/** A proof of every row of a layer: a row without one does not compile. */
export type Proofs<In extends Layer, Proof> = {
  [Name in keyof Checklist as Checklist[Name] extends Record<In, unknown> ? Name : never]: RowsOf<
    Name,
    In,
    Proof
  >;
};

/** Makes a named test of every proof of a layer. */
export function eachRow<In extends Layer, Proof>(
  layer: In,
  proofs: Proofs<In, Proof>,
  section: (title: string, rows: () => void) => void,
  row: (name: string, proof: Proof) => void,
): void {
  for (const [name, tests] of Object.entries<Record<string, Proof>>(proofs)) {
    const { title, [layer]: rows = {} } = CHECKLIST[name as keyof Checklist] as Section;
    section(title, () => {
      for (const [key, text] of Object.entries(rows)) row(text, tests[key] as Proof);
    });
  }
}
