import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import openapiTypes, { astToString } from 'openapi-typescript';
import { sharedHotel } from '#tests/support/shared.js';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../../', import.meta.url));

/** Another program: it knows the document and nothing else of the product. */
const CLIENT = `import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

declare const process: { argv: string[] };
const [, , baseUrl = ''] = process.argv;
const { GET, POST } = createClient<paths>({ baseUrl });
const stay = { stay_start: '2096-02-28', stay_end: '2096-03-01' };

const rooms = await GET('/api/rooms', { params: { query: { year_month: '2096-02-01' } } });
const room = rooms.data?.find(({ room_number }) => room_number === '1001');
const saved = await POST('/api/booking', {
  body: {
    ...stay,
    room_id: room?.id ?? 0,
    guest_name_1: '髙田 由美',
    reserver_name: '山田 太郎',
    mens_count: 0,
    womens_count: 1,
    checkin_time: '15:00',
    total_fee: 18000,
    csv_notes: 0,
  },
});
const booking: components['schemas']['SavedBooking'] | undefined = saved.data;
const read = await GET('/api/booking/{id}', { params: { path: { id: booking?.id ?? 0 } } });
const lost = await GET('/api/booking/{id}', { params: { path: { id: 2_000_000_000 } } });
const codes: string[] | undefined = lost.error?.errors.map(({ code }) => code);
console.log(JSON.stringify({ saved: saved.response.status, read: read.data, lost: [lost.response.status, codes] }));
`;

const hotel = sharedHotel();

describe('a client whose types are made of .docs/openapi.json', () => {
  let folder: string;

  beforeAll(async () => {
    const cache = join(project, '.cache');
    mkdirSync(cache, { recursive: true });
    // Within the project, where its packages are found.
    folder = mkdtempSync(join(cache, 'typed-client-'));
    const types = astToString(await openapiTypes(pathToFileURL(join(project, '.docs/openapi.json'))));
    writeFileSync(join(folder, 'api.ts'), types);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Compiles a client; the compiler's complaints, or none. */
  async function complaints(source: string): Promise<string> {
    const options = {
      ...{ target: 'ES2022', module: 'NodeNext', lib: ['ES2023', 'DOM'], types: [] },
      ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, incremental: false },
    };
    writeFileSync(join(folder, 'client.ts'), source);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['client.ts'] }),
    );
    const compiler = join(project, 'node_modules/typescript/lib/tsc.js');
    return run(process.execPath, [compiler, '-p', folder]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  }

  test('compiles, books a room and reads the answers as they are documented', async () => {
    expect(await complaints(CLIENT)).toBe('');
    const { stdout } = await run(process.execPath, [join(folder, 'client.js'), hotel.url]);
    const { saved, read, lost } = JSON.parse(stdout);
    expect({ saved, lost }).toEqual({ saved: 201, lost: [404, ['not_found']] });
    expect(read).toMatchObject({
      ...{ guest_name_1: '髙田 由美', stay_start: '2096-02-28', stay_end: '2096-03-01' },
      ...{ womens_count: 1, total_fee: 18_000, is_cancelled: 0 },
    });
    expect(read).toEqual((await hotel.api.get(`/api/booking/${read.id}`)).body);
  });

  test.each([
    ['a call that is not served', "GET('/api/rooms',", "GET('/api/saunas',"],
    ['a missing field', "reserver_name: '山田 太郎',", ''],
    ['text for a number', 'total_fee: 18000', "total_fee: '高い'"],
    ['a missing parameter', "{ year_month: '2096-02-01' }", '{}'],
    ['a field that no answer has', '({ room_number })', '({ sauna: room_number })'],
  ])('does not compile with %s', async (_, right, wrong) => {
    expect(CLIENT).toContain(right);
    expect(await complaints(CLIENT.replace(right, wrong))).toMatch(/client\.ts.*error TS/);
  });

  test('is made of the same document that a server of this version gives', async () => {
    const served = await hotel.api.get('/api/openapi.json');
    expect(served.body).toEqual(JSON.parse(readFileSync(join(project, '.docs/openapi.json'), 'utf8')));
  });
});
