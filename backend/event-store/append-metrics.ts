import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type OutageKind, RefusedError } from '../platform/errors.js';

const COMMANDS = [1, 2, 4, 8, 16, 32, 64, 128];
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const FAILURES = ['unreachable', 'disk_full', 'connections_full', 'role_refused', 'error'] as const;
type FailureKind = OutageKind | 'error';

type CommittedBatch = {
  commands: number;
  events: number;
  seconds: number;
  isFromMemory: boolean;
  isByOwnTime: boolean;
};

/** The writer's Prometheus metrics: a few updates a batch, none an event. */
export class AppendMetrics {
  private readonly events: Counter;
  private readonly commands: Histogram;
  private readonly seconds: Histogram;
  private readonly refusals: Counter<'kind'>;
  private readonly failures: Counter<'kind'>;
  private readonly fromMemory: Counter;
  private readonly byOwnTime: Counter;

  constructor(private readonly registry: Registry) {
    const registers = [registry];
    this.events = new Counter({ name: 'hotel_append_events_total', help: 'Events appended', registers });
    this.commands = new Histogram({
      name: 'hotel_append_batch_commands',
      help: 'Commands that were committed together',
      buckets: COMMANDS,
      registers,
    });
    this.seconds = new Histogram({
      name: 'hotel_append_batch_duration_seconds',
      help: 'Time from asking for the writer lock to the commit of a batch',
      buckets: SECONDS,
      registers,
    });
    this.refusals = new Counter({
      name: 'hotel_append_refused_total',
      help: 'Commands refused, by the first rule that they broke',
      labelNames: ['kind'],
      registers,
    });
    this.failures = new Counter({
      name: 'hotel_append_failures_total',
      help: 'Batches that could not be committed: the database took none, by why, or an error in one of the commands',
      labelNames: ['kind'],
      registers,
    });
    this.fromMemory = new Counter({
      name: 'hotel_append_from_memory_total',
      help: 'Batches that were decided from memory and appended in one statement',
      registers,
    });
    this.byOwnTime = new Counter({
      name: 'hotel_append_by_own_time_total',
      help: "Batches that were recorded by this node's time, since the database's clock had leapt",
      registers,
    });
    for (const kind of FAILURES) this.failures.inc({ kind }, 0);
  }

  /** Reports the queue length at each scrape. */
  watchQueue(length: () => number): void {
    new Gauge({
      name: 'hotel_append_queue_length',
      help: 'Commands that wait for the next batch of this node',
      registers: [this.registry],
      collect() {
        this.set(length());
      },
    });
  }

  /** A batch was committed: decided from memory, or under the writer's lock. */
  committed({ commands, events, seconds, isFromMemory, isByOwnTime }: CommittedBatch): void {
    this.events.inc(events);
    this.commands.observe(commands);
    this.seconds.observe(seconds);
    if (isFromMemory) this.fromMemory.inc();
    if (isByOwnTime) this.byOwnTime.inc();
  }

  /** A command of a committed batch was refused. */
  refused(error: unknown): void {
    const rule = error instanceof RefusedError ? error.rules[0]?.code : undefined;
    this.refusals.inc({ kind: rule ?? 'error' });
  }

  failed(kind: FailureKind): void {
    this.failures.inc({ kind });
  }
}
