/** How much is written: clients in a closed loop, or starting `perSecond` bookings whether or not others are done. */
export type Load = { clients: number; seconds: number; perSecond?: number };

/** What was written, and how long one booking took in milliseconds. */
export type Run = {
  count: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Of a paced load: which booking was sent when, on the machine's clock. */
  sent?: { id: number; at: number }[];
};

/** A way of writing bookings that stands ready. */
export type WayOfWriting = {
  name: string;
  role: 'product' | 'peer' | 'limit';
  run: (load: Load) => Promise<Run>;
  stop: () => Promise<void>;
};

/** The bookings a second of a run. */
export const rateOf = ({ count, seconds }: Run): number => count / seconds;
