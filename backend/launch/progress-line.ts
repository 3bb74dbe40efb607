/** Prints how far a command has come, how fast it is and how long it will take; it begins where it is told of first. */
export function progressLine(what: string): (done: number, head: number) => void {
  let begun: { at: number; done: number } | null = null;
  let printed = Number.NEGATIVE_INFINITY;
  return (done, head) => {
    const now = performance.now();
    begun ??= { at: now, done };
    if (done < head && now - printed < 1_000) return;
    printed = now;
    const rate = (done - begun.done) / ((now - begun.at) / 1000);
    const speed =
      rate > 0 ? `毎秒 ${Math.round(rate)} 件、残り約 ${Math.ceil((head - done) / rate)} 秒` : '開始';
    const percent = head === 0 ? 100 : Math.floor((done / head) * 100);
    console.log(`${what}: ${percent}% ${done} / ${head} 件 (${speed})`);
  };
}
