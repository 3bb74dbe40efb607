// A program that stands beside the bench, or is one of the ways that it measures: it does what it is told by the process
// that started it, one thing after another.

/** Milliseconds on the machine's clock, which all processes share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

/** Sums up milliseconds as median and tail. */
export function timesOf(milliseconds) {
  const sorted = Float64Array.from(milliseconds).sort();
  const quantile = (share) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
  return { p50: quantile(0.5), p99: quantile(0.99), p999: quantile(0.999) };
}

/** Does it from so many clients for so long, each waiting for its own before the next. */
async function runLoops(work, { clients, seconds }) {
  const times = [];
  const started = now();
  const loop = async (client) => {
    do {
      const before = now();
      await work(client);
      times.push(now() - before);
    } while (now() < started + seconds * 1000);
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return { count: times.length, seconds: (now() - started) / 1000, ...timesOf(times) };
}

/** Begins one thing after another at a steady pace, whether or not those before are done; waits for all of them. */
export async function pace({ seconds, perSecond }, begin) {
  const started = now();
  const begun = [];
  for (let index = 0; index < seconds * perSecond; index++) {
    const wait = started + (index * 1000) / perSecond - now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    begun.push(begin(index));
  }
  await Promise.all(begun);
  return (now() - started) / 1000;
}

/** Does it at a pace; tells of each when it was sent and answered, and what with. */
async function runPaced(work, { clients, ...options }) {
  const times = [];
  const sent = [];
  const seconds = await pace(options, async (index) => {
    const at = now();
    const id = await work(index % clients);
    const answered = now();
    times.push(answered - at);
    sent.push({ id, at, answered });
  });
  return { count: times.length, seconds, ...timesOf(times), sent };
}

/** Does it in a closed loop, or `perSecond`. */
export const run = (work, options) => (options.perSecond ? runPaced : runLoops)(work, options);

/** Answers the requests of the process that started this one. */
export function serve(commands) {
  process.on('message', async ({ command, options }) => {
    try {
      process.send({ answer: (await commands[command](options)) ?? null });
    } catch (error) {
      process.send({ error: error?.stack ?? String(error) });
    }
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ answer: 'ready' });
}

/** Offers work, such as writing one booking; `rest` gives back what a run held. */
export function serveWay(work, rest = () => {}) {
  serve({
    async run(options) {
      const done = await run(work, options);
      await rest();
      return done;
    },
  });
}

/** Settings of this process: its first message. */
export const given = await new Promise((resolve) => process.once('message', resolve));
