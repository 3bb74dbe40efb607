/** Nights of some days. Of `nights`, active night records all, those `outside` are in rooms that are not for sale then. */
export type Sales = {
  /** Rooms that could be sold, once for each day. */
  rooms: number;
  nights: number;
  outside: number;
  /** Whole yen, fees of stays spread over their nights. */
  revenue: number;
};

/** Stays that start on some days: those that are active, those that were cancelled, and how early the former were made. */
export type Arrivals = {
  arrivals: number;
  cancelled: number;
  /** Days from the making of a booking to its start, summed over the active ones. */
  lead: number;
};

/** What follows from sales: nights sold of 1 night for sale, and whole yen a night sold and a night for sale. */
export type SalesRates = { occupancy: number | null; adr: number | null; revpar: number | null };

/** What follows from arrivals: cancelled ones of 1, and how many days before their start the others were made on average. */
export type ArrivalRates = { cancellation: number | null; notice: number | null };

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const yen = (value: number | null): number | null => (value === null ? null : Math.round(value));

/** Occupancy, ADR and RevPAR; null where there is nothing to divide by. */
export function salesRates({ rooms, nights, outside, revenue }: Sales): SalesRates {
  return {
    occupancy: ratio(nights - outside, rooms),
    adr: yen(ratio(revenue, nights)),
    revpar: yen(ratio(revenue, rooms)),
  };
}

/** Cancellation rate and average lead time; null where there is nothing to divide by. */
export function arrivalRates({ arrivals, cancelled, lead }: Arrivals): ArrivalRates {
  return {
    cancellation: ratio(cancelled, arrivals + cancelled),
    notice: ratio(lead, arrivals),
  };
}
