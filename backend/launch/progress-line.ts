/** Prints how far a command has come, how fast it is and how long it will take. */
export function progressLine(what: string): (done: number, head: number) => void {
  const started = performance.now();
  let printed = started;
  return (done, head) => {
    const now = performance.now();
    if (done < head && now - printed < 1_000) return;
    printed = now;
    const rate = done / ((now - started) / 1000);
    const left = Math.ceil((head - done) / rate);
    console.log(`${what}: ${done} / ${head} 件 (毎秒 ${Math.round(rate)} 件、残り約 ${left} 秒)`);
  };
}
