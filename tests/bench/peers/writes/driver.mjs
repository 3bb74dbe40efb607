// Every way of writing bookings runs in a process of its own and is driven the same way: so many clients in a closed
// loop for so long, each waiting for its booking to be durable before the next.

/** Milliseconds on the machine's clock, which all processes share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

const sortedQuantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/** How long things took, as medians and tails, in milliseconds. */
export function timesOf(milliseconds) {
  const sorted = Float64Array.from(milliseconds).sort();
  return { p50: sortedQuantile(sorted, 0.5), p99: sortedQuantile(sorted, 0.99) };
}

/** Runs `book(client)` from so many clients for so many seconds. */
async function runLoops(book, { clients, seconds }) {
  const times = [];
  const cpu = process.cpuUsage();
  const started = now();
  const deadline = started + seconds * 1000;
  const loop = async (client) => {
    while (now() < deadline) {
      const before = now();
      await book(client);
      times.push(now() - before);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  const took = (now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { count: times.length, seconds: took, ...timesOf(times), cpuSeconds: (user + system) / 1e6 };
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

/** Starts `book(client)` at a pace; tells of each when it was sent and which id it was answered with. */
async function runPaced(book, { clients, ...options }) {
  const times = [];
  const sent = [];
  const seconds = await pace(options, async (index) => {
    const at = now();
    const id = await book(index % clients);
    times.push(now() - at);
    sent.push({ id, at });
  });
  return { count: times.length, seconds, ...timesOf(times), sent };
}

/** Answers the requests of the process that started this one, one after another. */
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

/** Offers a way of writing a booking to the process that started this one; `rest` gives back what a run held. */
export function serveWay(book, rest = () => {}) {
  serve({
    async run(options) {
      const run = await (options.perSecond ? runPaced(book, options) : runLoops(book, options));
      await rest();
      return run;
    },
  });
}

/** What this process was started with: its first message. */
export const given = await new Promise((resolve) => process.once('message', resolve));
