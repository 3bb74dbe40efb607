import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import { apiClient } from '../support/api-client.js';
import { launchPostgres, newDataFolder, query } from '../support/launched-postgres.js';
import { launch, runCommand } from '../support/server.js';
import { recordWeather } from '../support/store-node.js';
import { temporaryFolder } from '../support/temporary-file.js';
import { timesOf } from '../support/trial-size.js';
import { fault, type NodeProcess, type World } from './harness.js';
import {
  type ClusterOptions,
  type Member,
  type PatroniCluster,
  startPatroni,
  whyNoNetworks,
  whyNoPatroni,
} from './support/patroni.js';
import type { SendBooking } from './support/write-ledger.js';

const CLIENTS = 4;
/** Milliseconds between two bookings of a client: they are to book for as long as a failover lasts. */
const PACE_MS = 250;
/** Bookings before a strike and after it. */
const SOME = 20;
/** Places for each strike, more than clients book beside it. */
const PLACES = 600;
const NIGHTS = 31;

/** Two nodes with terminals and clients, of which one knows every server and the other a proxy before them. */
class Desk {
  private acknowledgedAt = 0;
  private longestMs = 0;

  private constructor(
    private readonly world: World,
    readonly cluster: PatroniCluster,
    readonly nodes: readonly NodeProcess[],
  ) {}

  static async open(world: World, cluster: PatroniCluster, strikes: number): Promise<Desk> {
    const settings = { CHECKPOINT_MINUTES: '0', ROOM_MONTHS_AHEAD: '0' };
    const viaProxy = `${cluster.proxyUrl}?target_session_attrs=read-write`;
    const nodes = [
      await world.nodeProcess({ ...settings, DATABASE_URL: cluster.url }),
      await world.nodeProcess({ ...settings, DATABASE_URL: viaProxy }),
    ];
    const rooms = Math.ceil((strikes * PLACES) / NIGHTS);
    await world.openRooms(Array.from({ length: rooms }, (_, room) => String(2001 + room)));
    for (const { url } of nodes) await world.terminal(url);
    const desk = new Desk(world, cluster, nodes);
    await world.ledger.hold();
    world.book(
      CLIENTS,
      (client) => nodes[client % nodes.length]?.url ?? '',
      () => desk.send,
    );
    return desk;
  }

  private readonly send: SendBooking = async (url, headers, body) => {
    await pause(PACE_MS);
    const answer = await fetch(`${url}/api/booking`, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.ok) {
      this.longestMs = Math.max(this.longestMs, performance.now() - this.acknowledgedAt);
      this.acknowledgedAt = performance.now();
    }
    return answer;
  };

  /**
   * Strikes beside the clients until another server is the primary, `mend` what was broken, and waits until every server is
   * back; the clients book all the time.
   */
  async strike(
    act: (primary: Member) => Promise<unknown> | unknown,
    mend: (struck: Member) => void = () => {},
  ): Promise<Member> {
    const { world, cluster } = this;
    const primary = await cluster.primary();
    world.ledger.goOn();
    await world.ledger.moreBooked(SOME);
    [this.acknowledgedAt, this.longestMs] = [performance.now(), 0];
    await world.strike(() => act(primary));
    await cluster.primaryAfter(primary);
    await world.ledger.moreBooked(SOME);
    const longest = Math.max(world.figures['longest pause in s'] ?? 0, this.longestMs / 1_000);
    world.figures = { 'longest pause in s': longest };
    mend(primary);
    await cluster.settled();
    await world.ledger.moreBooked(SOME);
    return primary;
  }

  /** Counts the restarts of nodes that found events gone which they had seen. */
  get restarts(): number {
    const said = this.nodes.map((node) => node.output()).join('\n');
    return said.split('このサーバーが読んだものと途中から違っています').length - 1;
  }
}

/** Strikes at the primary of a cluster, each time at another one, as often as the run asks for. */
async function strikeOften(
  world: World,
  options: ClusterOptions,
  ...[act, mend]: Parameters<Desk['strike']>
): Promise<PatroniCluster> {
  const times = timesOf(1, 10);
  const cluster = await startPatroni(world, options);
  const desk = await Desk.open(world, cluster, times);
  for (let time = 0; time < times; time += 1) await desk.strike(act, mend);
  expect(desk.restarts).toBe(0);
  for (const { url } of desk.nodes) {
    const { body } = await apiClient(url).get('/health/ready');
    expect(body).toMatchObject({ parts: { synchronous_standby: 'ok' } });
  }
  return cluster;
}

fault(
  'failover-killed-primary',
  'three servers: kill -9 of the primary',
  (world) => strikeOften(world, { members: 3 }, (primary) => primary.killPostgres()),
  whyNoPatroni(),
);

fault(
  'failover-killed-patroni',
  "three servers: kill -9 of the primary's Patroni: it goes on alone until another is the primary, and is rewound",
  async (world) => {
    const { members } = await strikeOften(
      world,
      { members: 3 },
      (primary) => primary.killPatroni(),
      (struck) => struck.startPatroni(),
    );
    expect(members.some((member) => member.log().includes('running pg_rewind'))).toBe(true);
  },
  whyNoPatroni(),
);

fault(
  'failover-by-hand',
  'three servers: the primary hands over to a standby',
  (world) => strikeOften(world, { members: 3 }, (primary) => primary.handOver()),
  whyNoPatroni(),
);

fault(
  'failover-of-two',
  'two servers: kill -9 of the primary, and the other goes on alone until it is back',
  (world) => strikeOften(world, { members: 2 }, (primary) => primary.killPostgres()),
  whyNoPatroni(),
);

fault(
  'failover-cut-off',
  'three servers: the primary is cut off from everybody, takes no more writes, and follows the next when it is back',
  (world) =>
    strikeOften(
      world,
      { members: 3, isCuttable: true },
      (primary) => primary.cut(),
      (struck) => {
        expect(struck.takesWritesWithin()).toBe(false);
        struck.mend();
      },
    ),
  whyNoPatroni() ?? whyNoNetworks(),
);

fault(
  'failover-lost-events',
  'a server becomes the primary that lacks events: node and terminals load everything anew, verify names where the old one parts',
  async (world) => {
    const place = temporaryFolder();
    world.later(place.remove);
    const [first, second] = [newDataFolder(), newDataFolder()];
    const [old, copied] = [await world.cluster(first), await world.cluster(second)];
    expect(await launch({ DATABASE_URL: old.url }, 'migrate').ended).toBe(0);
    world.databaseUrl = old.url;
    const { store } = world.store();
    await store.execute(recordWeather(day('2096-01-01'), '雪'));
    const [backup, keys] = [place.pathOf('backup'), place.pathOf('keys')];
    await runCommand('backup', { DATABASE_URL: old.url }, backup, '--keys', keys);
    const restored = await runCommand('restore', { DATABASE_URL: copied.url }, backup, '--keys', keys);
    expect(restored).toMatchObject({ code: 0 });
    await query(copied.superuserUrl, `alter role hotel password '${new URL(old.url).password}'`);
    await copied.stop();
    writeFileSync(join(realpathSync(join(second, 'postgres')), 'cluster/standby.signal'), '');
    const late = await launchPostgres(second);
    const [oldHost, host] = [old, late].map(({ url }) => new URL(url).host) as [string, string];

    const both = old.url.replace(oldHost, `${oldHost},${host}`);
    const EVIDENCE_DIR = place.pathOf('evidence');
    const node = await world.nodeProcess({
      DATABASE_URL: `${both}&target_session_attrs=read-write`,
      EVIDENCE_DIR,
    });
    const [terminal, api] = [await world.terminal(node.url), apiClient(node.url)];
    expect((await api.post('/api/checkpoints')).body).toMatchObject({ position: 1 });
    for (const weather of ['雨', '晴']) {
      expect((await api.post('/api/weather', { date: '2096-01-02', weather })).status).toBe(201);
    }
    await terminal.until(({ weatherOf }) => weatherOf('2096-01-02') === '晴');

    await world.strike(() => query(late.superuserUrl, 'select pg_promote()'));
    world.databaseUrl = old.url.replace(oldHost, host);
    await terminal.until(({ weatherOf }) => weatherOf('2096-01-02') === undefined);
    expect(node.output()).toContain('このサーバーが読んだものと途中から違っています');
    const { store: next } = world.store();
    await next.execute(recordWeather(day('2096-01-02'), '曇'));
    await terminal.until(({ weatherOf }) => weatherOf('2096-01-02') === '曇');

    expect((await api.post('/api/checkpoints')).body).toMatchObject({ position: 2 });
    const verified = await runCommand('verify', { DATABASE_URL: old.url, EVIDENCE_DIR });
    const parts = '位置 2: ハッシュが署名済みのチェックポイントと一致しません。';
    expect(verified.code).toBe(1);
    expect(verified.lines).toContainEqual(expect.stringContaining(parts));
  },
);
