import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventPage } from '@wire/event-record.js';
import { editing } from '../../support/activities.js';
import { goodFile } from '../../support/channel-file.js';
import { type SignInHotel, startSignInHotel } from '../../support/hotel.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { dumpOf, wordsIn } from '../../support/log-rows.js';
import { PASSWORD, SECRET } from '../../support/signed-in-client.js';

const CHANGED = '二つ目の長い合言葉です';
const WRONG = 'これは違う合言葉です';
const FILE = goodFile(1);
const KEY = '7f1f7a3e-52a5-4a0e-8a39-0d8d5a3c1b11';

let hotel: SignInHotel;
let written = '';

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((chunk) => {
      written += String(chunk);
      return true;
    });
  }
  hotel = await startSignInHotel({ LOG_REQUESTS: '1' });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await hotel.stop();
});

const eventsBy = async (staffId: number) =>
  (await hotel.admin.get<EventPage>('/api/events')).body.events.filter((event) => event.staff_id === staffId);

describe('nothing secret', () => {
  it('is in the logs, in events, in remembered answers or in the open anywhere in the database', async () => {
    const headers = { 'idempotency-key': KEY };
    const id = await hotel.hire({ name: '新人', role: 'staff', loginName: 'newcomer' });
    const codes = [await hotel.codeFor(id)];
    const browser = hotel.browser();
    await browser.put('/api/session', { code: codes[0], password: PASSWORD }, headers);
    const cookies = [browser.cookie()];
    await browser.put('/api/session', { current_password: PASSWORD, password: CHANGED }, headers);
    await hotel.browser().post('/api/session', { login_name: WRONG, password: WRONG }, headers);
    await browser.post('/api/session', { login_name: 'newcomer', password: CHANGED }, headers);
    cookies.push(browser.cookie());
    const unreadable = `{"login_name":"newcomer","password":"${CHANGED}"`;
    const asJson = { 'content-type': 'application/json' };
    expect((await browser.send('POST', '/api/session', unreadable, asJson)).status).toBe(400);
    const terminal = new LiveTerminal(hotel.url, { terminal_id: '' }, { extraHeaders: browser.headers() });
    await terminal.until(({ kinds }) => kinds.includes('disconnect'));
    codes.push(await hotel.codeFor(id));

    const values = cookies.flatMap((cookie) =>
      cookie ? [decodeURIComponent(cookie.split('=')[1] ?? '')] : [],
    );
    expect(values).toHaveLength(2);
    const plain = codes.map((code) => code.replaceAll('-', ''));
    const secrets = [PASSWORD, CHANGED, WRONG, SECRET, ...codes, ...plain, ...values, ...cookies.map(String)];
    expect(written).toContain('signed in');
    expect(wordsIn(written, secrets)).toEqual([]);
    expect(wordsIn(await dumpOf(hotel.databaseUrl), secrets)).toEqual([]);
    const { text } = await hotel.admin.get('/metrics');
    expect(wordsIn(text, secrets)).toEqual([]);
    const sids = await hotel.sql('select sid from sessions');
    expect(sids.length).toBeGreaterThan(1);
    expect(
      wordsIn(
        written,
        sids.map(({ sid }) => String(sid)),
      ),
    ).toEqual([]);
  });

  it('is in what operators count of sign-ins', async () => {
    const { text } = await hotel.admin.get('/metrics');
    expect(text).toMatch(/^hotel_sign_ins_total 3$/m);
    expect(text).toMatch(/^hotel_sign_in_failures_total\{reason="credentials"\} 1$/m);
    expect((await hotel.browser().redeem('AAAA-BBBB-CCCC')).status).toBe(401);
    expect((await hotel.admin.get('/metrics')).text).toMatch(
      /^hotel_sign_in_failures_total\{reason="code"\} 1$/m,
    );
  });
});

describe('who did it', () => {
  it('is in every event, from the session, with the name of the terminal', async () => {
    const colleague = await hotel.colleague('staff');
    const headers = { 'x-terminal-name': encodeURIComponent('フロント2') };
    const weather = { date: '2096-01-01', weather: '晴れ' };
    expect((await colleague.post('/api/weather', weather, headers)).status).toBe(201);
    const events = await eventsBy(colleague.id);
    expect(events.map(({ type, staff_name, terminal }) => ({ type, staff_name, terminal }))).toEqual([
      { type: 'WeatherSet', staff_name: 'staffの1人目', terminal: 'フロント2' },
    ]);
  });

  it('is recorded by an import, and shown by the terminal for its open booking', async () => {
    const colleague = await hotel.colleague('staff');
    const form = [
      '--x',
      'Content-Disposition: form-data; name="file"; filename="a.csv"',
      'Content-Type: text/csv',
      '',
      FILE.toString('latin1'),
      '--x--',
      '',
    ].join('\r\n');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await colleague.send('POST', '/api/csv-imports', Buffer.from(form, 'latin1'), type);
    expect(answer.status).toBe(200);
    expect((await eventsBy(colleague.id)).map(({ type: kind }) => kind)).toContain('CsvReservationImported');
    const handshake = { terminal_id: 't-2', terminal: 'フロント2' };
    const terminal = new LiveTerminal(hotel.url, handshake, { extraHeaders: colleague.headers() });
    await terminal.until(({ states }) => states.length > 0);
    terminal.send('activity', editing(7));
    await terminal.until(({ presence }) => (presence?.length ?? 0) > 0);
    expect(terminal.presence).toEqual([
      expect.objectContaining({ terminal_id: 't-2', terminal: 'フロント2', booking_id: 7 }),
    ]);
    terminal.close();
  });
});
