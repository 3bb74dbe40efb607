import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '#backend/platform/config.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

describe('readConfig', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: `${process.cwd()}/.data`,
      databaseUrl: null,
      hotelTimezone: 'Asia/Tokyo',
      sampleData: true,
      access: { mode: 'off', allowedHosts: [] },
      csvDropDir: null,
      guestRetentionYears: 3,
      importRetentionDays: 90,
      isTracing: false,
      evidenceDir: `${process.cwd()}/.data/evidence`,
      checkpointMinutes: 60,
      checkpointCopyDir: null,
      migrate: true,
      databaseAppRole: null,
      drainSeconds: 0,
      roomMonthsAhead: 12,
      serviceRequestsPerMinute: 600,
      webhooksToPrivateAddresses: false,
      decidesFromMemory: true,
      logRequests: false,
    });
  });

  it('treats an empty value as left out', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', SAMPLE_DATA: '' })).toEqual(readConfig({}));
  });

  it('loads no sample hotel into an outside database by default', () => {
    const DATABASE_URL = 'postgresql://hotel:secret@db.example:5432/hotel';
    expect(readConfig({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, sampleData: false });
    expect(readConfig({ DATABASE_URL, SAMPLE_DATA: '1' })).toMatchObject({ sampleData: true });
  });

  it('keeps evidence in the data folder unless EVIDENCE_DIR names another, which need not exist yet', () => {
    expect(readConfig({ DATA_DIR: '/data' }).evidenceDir).toBe('/data/evidence');
    const EVIDENCE_DIR = '/nonexistent/evidence';
    expect(readConfig({ DATA_DIR: '/data', EVIDENCE_DIR }).evidenceDir).toBe(EVIDENCE_DIR);
  });

  it('takes any number of minutes up to a week between checkpoints, and 0 for none', () => {
    for (const minutes of [0, 1, 10_080]) {
      expect(readConfig({ CHECKPOINT_MINUTES: String(minutes) }).checkpointMinutes).toBe(minutes);
    }
  });

  it.each([
    { PORT: 'http' },
    { PORT: '65536' },
    { PORT: '-1' },
    { PORT: '3000.5' },
    { HOST: '0.0.0.0' },
    { HOST: 'hotel.example' },
    { DATABASE_URL: 'localhost' },
    { DATABASE_URL: 'mysql://localhost/hotel' },
    { DATABASE_URL: 'postgresql://localhost' },
    { DATABASE_URL: 'postgresql://hotel:xxxx@a:5432,b:port/hotel?target_session_attrs=read-write' },
    { DATABASE_URL: 'postgresql://hotel:xxxx@a:5432,b:5432/hotel' },
    { DATABASE_URL: 'postgresql://hotel:xxxx@a,b/hotel?target_session_attrs=any' },
    { DATABASE_URL: 'postgresql://hotel:xxxx@a/hotel?target_session_attrs=standby' },
    { HOTEL_TIMEZONE: 'Asia/Edo' },
    { HOTEL_TIMEZONE: '+09:00' },
    { SAMPLE_DATA: 'yes' },
    { AUTH_MODE: 'on' },
    { ALLOWED_HOSTS: 'front.example.jp, http://other' },
    { DATABASE_PASSWORD: 'geheim' },
    { DATABASE_PASSWORD: 'geheim', DATABASE_URL: 'postgresql://hotel:secret@db.example/hotel' },
    { DATABASE_PASSWORD_FILE: '/nonexistent/password', DATABASE_URL: 'postgresql://hotel@db.example/hotel' },
    { MIGRATE: 'no' },
    { DRAIN_SECONDS: '301' },
    { ROOM_MONTHS_AHEAD: '61' },
    { LOG_REQUESTS: '2' },
    { CSV_DROP_DIR: '/nonexistent/drop' },
    { CSV_DROP_DIR: 'package.json' },
    { GUEST_RETENTION_YEARS: '-1' },
    { IMPORT_RETENTION_DAYS: '0' },
    { IMPORT_RETENTION_DAYS: '3651' },
    { GUEST_RETENTION_YEARS: '2.5' },
    { GUEST_RETENTION_YEARS: '101' },
    { EVIDENCE_DIR: 'package.json' },
    { CHECKPOINT_MINUTES: '-1' },
    { CHECKPOINT_MINUTES: '1.5' },
    { CHECKPOINT_MINUTES: '10081' },
    { CHECKPOINT_MINUTES: 'hourly' },
  ])('refuses %j with one line that names the setting', (env) => {
    const [name] = Object.keys(env);
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
  });

  describe('with sign-in', () => {
    const SESSION = {
      AUTH_MODE: 'session',
      APP_ORIGIN: 'https://front.example.jp',
      SESSION_SECRET: 'x'.repeat(32),
    };

    it('listens on any address and logs requests', () => {
      expect(readConfig({ ...SESSION, HOST: '0.0.0.0' })).toMatchObject({
        host: '0.0.0.0',
        logRequests: true,
        access: {
          mode: 'session',
          origin: 'https://front.example.jp',
          secret: SESSION.SESSION_SECRET,
          requestsPerMinute: 600,
          logAddresses: true,
        },
      });
    });

    it.each([
      { APP_ORIGIN: '' },
      { APP_ORIGIN: 'front.example.jp' },
      { APP_ORIGIN: 'http://front.example.jp' },
      { APP_ORIGIN: 'https://front.example.jp/app' },
      { SESSION_SECRET: '' },
      { SESSION_SECRET: 'x'.repeat(31) },
      { SESSION_SECRET_FILE: '/nonexistent/secret' },
      { REQUESTS_PER_MINUTE: '0' },
    ])('refuses %j with one line that names the setting and shows no secret', (env) => {
      const [name] = Object.keys(env);
      expect(() => readConfig({ ...SESSION, ...env })).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
      expect(() => readConfig({ ...SESSION, ...env })).not.toThrow(/xxxx/);
    });
  });

  it('takes secrets from files', () => {
    const folder = temporaryFolder();
    const { databaseUrl } = readConfig({
      DATABASE_URL: 'postgresql://hotel@db.example:5432/hotel',
      DATABASE_PASSWORD_FILE: folder.write('p@ss/word\n'),
    });
    expect(databaseUrl).toBe('postgresql://hotel:p%40ss%2Fword@db.example:5432/hotel');
    const several = 'a.example:5432,b.example:5432/hotel?target_session_attrs=read-write';
    expect(
      readConfig({ DATABASE_URL: `postgresql://hotel@${several}`, DATABASE_PASSWORD: 'p@ss' }).databaseUrl,
    ).toBe(`postgresql://hotel:p%40ss@${several}`);
    folder.remove();
  });
});
