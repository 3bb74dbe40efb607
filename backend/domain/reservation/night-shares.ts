/** Returns the share of a night in an amount, whole yen: the first nights have one more. */
export function shareOfNight(amount: number, index: number, nights: number): number {
  return Math.floor(amount / nights) + (index < amount % nights ? 1 : 0);
}

/** Returns what the first nights of a stay have of an amount, in whole yen; the rest is left for the others. */
export function shareOfFirst(amount: number, first: number, nights: number): number {
  return Math.floor(amount / nights) * first + Math.min(first, amount % nights);
}
