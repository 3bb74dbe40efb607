/** A mistake somebody could make, and the check that is to catch it. */
export type Mutation = {
  part: string;
  what: string;
  file: string;
  /** One place or several, each exchanged for what stands at its index. */
  find: string | string[];
  replace: string | string[];
  caughtBy: string;
  /** The test within the check, when running all of it would take long. */
  test?: string;
};

export function allMutations(): Promise<Mutation[]>;
export function mutatedText(mutation: Mutation, root?: string): string;
