import { EventEmitter, once } from 'node:events';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { rawQuery } from '../support/log-rows.js';
import { runCommand } from '../support/server.js';
import { adminCode, type BrowserClient, browserClient } from '../support/signed-in-client.js';
import { temporaryFolder } from '../support/temporary-file.js';
import { fault, type World } from './harness.js';
import { RELEASES, type Release, releasedBuild, releasesAreAway } from './support/released-build.js';
import { startTopology } from './support/topology.js';
import type { SendBooking } from './support/write-ledger.js';

const CLIENTS = 3;
const MONTH = '/api/bookings?start_date=2096-01-01&end_date=2096-01-31';

/** Books by a browser's session. Who was signed out waits until all nodes are renewed, as the notes of the release say. */
const sendBy =
  (browser: BrowserClient, renewed: Promise<unknown>): SendBooking =>
  async (_, headers, body) => {
    const answer = await browser.send('POST', '/api/booking', body, headers).catch(() => null);
    if (answer?.status === 401) {
      await renewed;
      await browser.signIn('admin');
      return null;
    }
    return answer && new Response(answer.text, { status: answer.status, headers: answer.headers });
  };

/** Follows operations.md: the migration beside both nodes of the older version, then one node after the other. */
async function upgradeFrom(world: World, release: Release): Promise<void> {
  const { ledger, terminals } = world;
  const build = releasedBuild(release);
  world.later(build.remove);
  // Older versions take away the temporary files of others by the time that they are given here.
  const place = temporaryFolder();
  world.later(place.remove);
  // Each node signs when it starts and when it ends.
  const settings = { CHECKPOINT_MINUTES: '60', TMPDIR: place.path };
  const hotel = await startTopology(world, { build: build.folder, settings });
  const { origin, certificate, nodes } = hotel;
  const browsers = Array.from({ length: CLIENTS }, () =>
    browserClient(origin, { origin, certificate, checksAnswers: false }),
  );
  const [first, ...others] = browsers as [BrowserClient, ...BrowserClient[]];
  const code = await adminCode(hotel.appUrl, 'admin', 'admin', { build: build.folder, settings });
  expect((await first.redeem(code)).status).toBe(200);
  for (const browser of others) expect((await browser.signIn('admin')).status).toBe(200);
  await ledger.openRoomsBy(async ({ roomNumber, month, roomType, roomLabel, ...details }) => {
    const room = {
      room_number: roomNumber,
      room_type: roomType,
      room_label: roomLabel,
      from: month,
      until: month,
    };
    const { priority, smokingStatus, reservableStatus, corporate } = details;
    const traits = {
      priority,
      smoking_status: smokingStatus,
      reservable_status: reservableStatus,
      corporate,
    };
    const { status, text } = await first.post('/api/room-months', { ...room, ...traits });
    if (status !== 201) throw new Error(`${status} ${text}`);
    const found = `select id from room_months where room_number = '${roomNumber}'`;
    return { id: Number((await rawQuery(world.databaseUrl, found))[0]?.id) };
  });
  const openTerminals = async () => {
    for (const terminal of terminals.splice(0)) terminal.close();
    for (const browser of browsers) {
      await world.terminal(origin, { certificate, headers: browser.headers(), get: browser.get });
    }
  };
  await openTerminals();
  const before = browsers.map((browser) => browser.cookie());

  const renewal = new EventEmitter();
  const renewed = once(renewal, 'over');
  world.book(
    CLIENTS,
    () => origin,
    (client) => sendBy(browsers[client] as BrowserClient, renewed),
  );
  ledger.goOn(20);
  await ledger.moreBooked(20);
  ledger.goOn();
  await world.strike(hotel.migrate);
  const goesOn = () => (release.signsOut ? null : ledger.moreBooked(5));
  await goesOn();
  for (const node of nodes) {
    await world.strike(() => node.end('SIGTERM'));
    await node.start(process.cwd());
    await goesOn();
  }
  renewal.emit('over');
  await world.allBooked();
  if (release.signsOut) await openTerminals();

  const cookies = browsers.map((browser) => browser.cookie());
  expect(cookies.every((cookie, client) => cookie === before[client])).toBe(!release.signsOut);
  const { body } = await first.get<BookingRecord[]>(MONTH);
  expect(body).toHaveLength(ledger.places);
  for (const terminal of terminals) await terminal.until(({ bookings }) => bookings.size >= ledger.places);
  const { lines } = await runCommand('verify', {
    DATABASE_URL: world.databaseUrl,
    EVIDENCE_DIR: hotel.evidenceDir,
  });
  expect(lines.join('\n')).toMatch(/^判定: 合格$/m);
}

const [third, second, last] = RELEASES as [Release, Release, Release];
const away = releasesAreAway();

fault('upgrade-from-last', `from ${last.version}`, (world) => upgradeFrom(world, last), away);
fault('upgrade-from-second', `from ${second.version}`, (world) => upgradeFrom(world, second), away);
fault('upgrade-from-third', `from ${third.version}`, (world) => upgradeFrom(world, third), away);
