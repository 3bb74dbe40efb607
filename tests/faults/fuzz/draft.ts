/** A request that is being made, part by part. */
export type Draft = {
  method: string;
  path: string;
  query: [string, string][];
  headers: [string, string][];
  /** The body while it can still be changed as a value; null for one of bytes or none. */
  tree: unknown;
  bytes: Buffer | null;
  framing: string;
};
/** A change of a request, and what it is in a few words. */
export type Mutation = { what: string; apply: (draft: Draft) => void };
