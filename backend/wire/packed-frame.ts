import { COUNT_KEYS, type CountRecord } from './count-record.js';
import type { ChangeFrame, PackedFrame } from './live.js';

const mapped = <From, To>(records: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(records).map(([key, value]) => [key, change(value)]));

/** A frame as it goes over the wire: without the names of the counts, which are most of a day's record. */
export function packFrame(frame: ChangeFrame): PackedFrame {
  return { ...frame, counts: mapped(frame.counts, (record) => COUNT_KEYS.map((key) => record[key])) };
}

/** The frame that came over the wire. */
export function unpackFrame(packed: PackedFrame): ChangeFrame {
  const named = (values: number[]) =>
    Object.fromEntries(COUNT_KEYS.map((key, index) => [key, values[index]])) as CountRecord;
  return { ...packed, counts: mapped(packed.counts, named) };
}
