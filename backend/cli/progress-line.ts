/** Prints how far a command has come, how fast it is and how long it will take; it begins now, at a position. */
export function progressLine(what: string, from = 0): (done: number, head: number) => void {
  const started = performance.now();
  let printed = started;
  return (done, head) => {
    const now = performance.now();
    if (done < head && now - printed < 1_000) return;
    printed = now;
    const rate = (done - from) / ((now - started) / 1000);
    const left = Math.ceil((head - done) / Math.max(rate, 1));
    const percent = Math.floor((done / Math.max(head, 1)) * 100);
    console.log(`${what}: ${percent}% ${done} / ${head} 件 (毎秒 ${Math.round(rate)} 件、残り約 ${left} 秒)`);
  };
}
