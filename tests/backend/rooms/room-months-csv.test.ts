import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ManagedRoomMonth, RoomMonthsChanged } from '@wire/room-months.js';
import { answerOf, formWith, type Sending } from '#tests/support/api-client.js';
import { encodeCp932 } from '#tests/support/cp932.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

const HEADINGS = '部屋番号,年月,部屋タイプ,表示名,性別の優先,喫煙区分,予約の可否,法人専用';
const csv = (...rows: string[]) => `${[HEADINGS, ...rows].join('\r\n')}\r\n`;
const bytesOf = (text: string) => new TextEncoder().encode(text);

const post = async (body: FormData | string, { query = '', headers }: Sending = {}) =>
  answerOf<RoomMonthsChanged>(
    await fetch(`${hotel.url}/api/room-months/csv${query}`, { method: 'POST', headers, body }),
  );

function send(file: Uint8Array | string, sending: Sending & { acknowledged?: string } = {}) {
  const form = formWith(typeof file === 'string' ? bytesOf(file) : file, '部屋.csv');
  if (sending.acknowledged !== undefined) form.append('acknowledged', sending.acknowledged);
  return post(form, sending);
}

const download = (month: string) => hotel.api.get(`/api/room-months.csv?year_month=${month}`);
const roomsOf = async (month: string) =>
  (await hotel.api.get<ManagedRoomMonth[]>(`/api/room-months?year_month=${month}`)).body;
const roomOf = async (number: string, month: string) =>
  (await roomsOf(month)).find(({ room_number }) => room_number === number) as ManagedRoomMonth;

describe('the file of a month', () => {
  it('is for a spreadsheet: BOM, Japanese headings and values, display order, a name', async () => {
    const response = await fetch(`${hotel.url}/api/room-months.csv?year_month=2096-02-01`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toBe(
      `attachment; filename="rooms-2096-02.csv"; filename*=UTF-8''部屋_2096年2月.csv`,
    );
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines[0]).toBe(`${HEADINGS},表示順`);
    expect(lines[1]).toBe('1001,2096年2月,シングル,禁煙S,,禁煙,予約可能,いいえ,');
    expect(lines).toContain('702,2096年2月,シングル,法人S,,禁煙,予約可能,はい,');
    expect(lines).toContain('216,2096年2月,倉庫,倉庫,,禁煙,予約不可,いいえ,');
    expectRefusal(await hotel.api.get('/api/room-months.csv'), 400, /year_month/);
  });

  it('imported again changes nothing, even cells that look like formulas', async () => {
    const { id, version } = await roomOf('1001', '2096-05-01');
    await hotel.api.put('/api/room-months', {
      rooms: [{ id, version, room_label: '=1+1', room_type: '@家' }],
    });
    const { text } = await download('2096-05-01');
    expect(text).toContain("1001,2096年5月,'@家,'=1+1,");
    const position = await hotel.position();
    const rooms = await roomsOf('2096-05-01');
    const answer = await send(text);
    expect(answer).toMatchObject({ status: 200, body: { created: 0, changed: 0, unchanged: rooms.length } });
    expect(await hotel.position()).toBe(position);
  });
});

describe('an imported file', () => {
  it.each([
    ['UTF-8', bytesOf],
    ['CP932', encodeCp932],
  ] as const)(
    'in %s changes and adds rooms, columns in any order, empty lines left out',
    async (name, encode) => {
      const month = name === 'UTF-8' ? '2096-06-01' : '2096-07-01';
      const at = name === 'UTF-8' ? '2096年6月' : '2096/7/1';
      const file = [
        '法人専用,予約の可否,喫煙区分,性別の優先,表示名,部屋タイプ,年月,部屋番号,覚え書き',
        `1,予約可能,喫煙,女性,"角,大",ツイン,${at},1001,要確認`,
        '',
        ',,,,,,,,',
        `いいえ,予約不可,禁煙,,倉庫,倉庫,${at},1201`,
        `いいえ,予約可能,禁煙,,禁煙S,シングル,${at},1002,`,
      ].join('\n');
      const dry = await send(encode(file), { query: '?dry_run=1' });
      expect(dry).toMatchObject({ status: 200, body: { created: 1, changed: 1, unchanged: 1 } });
      expect(await roomOf('1201', month)).toBeUndefined();
      expect((await send(encode(file), { query: '?dry_run=0' })).body).toEqual(dry.body);
      expect(await roomOf('1001', month)).toMatchObject({
        room_label: '角,大',
        room_type: 'ツイン',
        priority: '女性',
        smoking_status: '喫煙',
        corporate: 1,
        version: 2,
      });
      expect(await roomOf('1201', month)).toMatchObject({ room_type: '倉庫', version: 1 });
      expect(await roomOf('1002', month)).toMatchObject({ version: 1 });
    },
  );

  it('says the places that staff gave rooms and takes them back; without that column they stay', async () => {
    const month = '2096-09-01';
    const lines = (place: string, column = ',表示順') =>
      `${HEADINGS}${column}\r\n別館1,2096年9月,和室,和室,,禁煙,予約可能,いいえ${place}\r\n`;
    expect((await send(lines(',２'))).body).toMatchObject({ created: 1 });
    expect((await download(month)).text).toContain(
      '\r\n別館1,2096年9月,和室,和室,,禁煙,予約可能,いいえ,2\r\n',
    );
    expect((await send(lines('', ''))).body).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await roomOf('別館1', month)).toMatchObject({ position: 2 });
    for (const wrong of ['0', '-1', '1.5', '10000', '三'])
      expectRefusal(
        await send(lines(`,${wrong}`)),
        422,
        '2行目: 表示順は1から9999の数字で入力してください。空欄は部屋番号の順です。',
      );
    expect((await send(lines(','))).body).toMatchObject({ changed: 1 });
    expect(await roomOf('別館1', month)).not.toHaveProperty('position');
  });

  it('gives rooms places that hold from its month on, each to one room', async () => {
    const months = ['2097年1月', '2097年2月'];
    const row = (number: string, month: string, place: string) =>
      `${number},${month},和室,和室,,禁煙,予約可能,いいえ,${place}`;
    const file = (...rows: string[]) => [`${HEADINGS},表示順`, ...rows].join('\r\n');
    const rooms = ['離れ松', '離れ竹', '離れ梅'];
    await send(file(...months.flatMap((month) => rooms.map((number) => row(number, month, '')))));
    const first = rooms.map((number, index) => row(number, '2097年1月', ['3', '1', '２'][index] ?? ''));
    expect((await send(file(...first))).body).toEqual({ created: 0, changed: 6, unchanged: 0 });
    for (const month of ['2097-01-01', '2097-02-01']) {
      const listed = (await roomsOf(month)).map(({ room_number }) => room_number);
      expect(listed.filter((number) => number.startsWith('離れ'))).toEqual(['離れ竹', '離れ梅', '離れ松']);
    }
    const twice = [
      row('離れ松', '2097年1月', '1'),
      row('離れ竹', '2097年2月', '1'),
      row('離れ梅', '2097年1月', '1'),
    ];
    expectRefusal(await send(file(...twice)), 422, '4行目: 2097年1月の表示順1は2行目にもあります。');
  });

  it('with anything wrong is refused as a whole, every fault with its line', async () => {
    const position = await hotel.position();
    const refused = await send(
      csv(
        '1001,2096年8月,ツイン,T,,禁煙,予約可能,いいえ',
        '',
        ',2096年13月,,S,中性,禁煙,予約可能,たぶん',
        '1002,2096年8月,倉庫,倉庫,,禁煙,予約可能,いいえ',
        '1001,2096-08,シングル,S,,禁煙,予約可能,いいえ',
        '1003,2096年8月',
      ),
    );
    expectRefusal(
      refused,
      422,
      '4行目: 部屋番号を入力してください。',
      '4行目: 部屋タイプを入力してください。',
      '4行目: 性別の優先の選択が正しくありません。',
      '4行目: 年月は「2026年11月」のように入力してください。',
      '4行目: 法人専用は「はい」か「いいえ」で入力してください。',
      '5行目: 1002号室 2096年8月: 倉庫は予約不可にしてください。',
      '6行目: 1001号室 2096年8月は2行目にもあります。',
      '7行目: 部屋タイプを入力してください。',
      '7行目: 喫煙区分の選択が正しくありません。',
      '7行目: 予約の可否の選択が正しくありません。',
      '7行目: 法人専用は「はい」か「いいえ」で入力してください。',
    );
    expect(await hotel.position()).toBe(position);
    expect(await send(csv('1003,2096年8月'), { query: '?dry_run=1' })).toMatchObject({ status: 422 });
  });

  it.each<[string, Uint8Array | string, string | RegExp]>([
    ['without headings', '1001,2096年8月\n', /^1行目: 見出し「部屋番号」がありません。\n/],
    ['that is empty', '', /^1行目: 見出し「部屋番号」がありません。\n/],
    ['without rows', csv(), 'ファイルに部屋が1行もありません。'],
    ['whose quote stays open', `${csv()}"1001,2096年8月\n`, /^\d行目: 引用符「"」が閉じられていません。$/],
    ['of unknown encoding', Uint8Array.from([0x81, 0xff, 0xff]), /^ファイルの文字コードを判別できません。/],
    ['with too many rows', csv(...Array(5_001).fill('1,1')), /^一度に取り込めるのは5,000行までです。/],
  ])('%s is refused', async (_, file, message) => {
    const { status, body } = (await send(file)) as unknown as { status: number; body: { error: string } };
    expect(status).toBe(422);
    expect(body.error).toMatch(message);
  });

  it('that closes rooms with bookings needs them seen', async () => {
    const number = hotel.newRoom();
    const { id } = await hotel.book({
      room_id: hotel.roomId(number, '2096-09-10'),
      stay_start: '2096-08-31',
      stay_end: '2096-09-02',
    });
    const file = csv(
      `${number},2096年8月,シングル,禁煙S,,禁煙,予約不可,いいえ`,
      `${number},2096年9月,シングル,禁煙S,,禁煙,予約不可,いいえ`,
    );
    const message = `${number}号室 8/31(金)～9/2(日) 山田 太郎の予約があります。`;
    expectRefusal(await send(file), 409, message);
    expectRefusal(await send(file, { query: '?dry_run=1', acknowledged: '[]' }), 409, message);
    for (const acknowledged of ['nonsense', '{"a":1}', 'null', '["x"]']) {
      expect(await send(file, { acknowledged })).toMatchObject({ status: 422 });
    }
    expect(await send(file, { acknowledged: `[${id}]` })).toMatchObject({
      status: 200,
      body: { changed: 2 },
    });
  });

  it('is known by its key with what was seen', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const file = csv('1005,2096年10月,ツイン,T,,禁煙,予約可能,いいえ');
    expect((await send(file, { headers: key })).body).toMatchObject({ changed: 1 });
    expectRefusal(await send(file, { headers: key, acknowledged: '[1]' }), 409, /Idempotency-Key/);
  });

  it('must be one file in a form, and not too large', async () => {
    const form = new FormData();
    form.append('acknowledged', '[]');
    expectRefusal(await post(form), 422, 'CSVファイルを選択してください。');
    expectRefusal(await post('{}', { headers: { 'content-type': 'application/json' } }), 415, /multipart/);
    expectRefusal(await send('x'.repeat(1_000_001)), 413, /1MB/);
  });
});
