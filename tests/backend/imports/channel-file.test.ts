import { afterAll, describe, expect, it } from '@jest/globals';
import { FILE_LIMIT, readChannelFile } from '#backend/imports/channel-file.js';
import { RefusedError } from '#backend/platform/errors.js';
import { findEncoding } from '#backend/platform/incoming-file.js';
import {
  CHANNEL_COLUMNS,
  channelFile,
  channelFileRows,
  channelRow,
  channelText,
  encoded,
} from '#tests/support/channel-file.js';
import { encodeCp932 } from '#tests/support/cp932.js';
import { LONG_MS } from '#tests/support/limits.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

const folder = temporaryFolder();

afterAll(folder.remove);

const rowsOf = (content: string | Uint8Array) => channelFileRows(folder.write(content));
const firstOf = async (content: string | Uint8Array) => (await rowsOf(content))[0]?.reservation;
const without = (...columns: string[]) => CHANNEL_COLUMNS.filter((column) => !columns.includes(column));

async function refusalOf(content: string | Uint8Array) {
  const error = await rowsOf(content).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(RefusedError);
  const { status, rules } = error as RefusedError;
  return {
    status,
    codes: rules.map(({ code, field }) => `${code} ${field}`),
    message: (error as Error).message,
  };
}

describe('a file', () => {
  const odd = channelRow({ 宿泊者氏名: '髙橋 﨑子', プラン名称: '①～表ソ', 宿泊者氏名カナ: 'ﾔﾏｻﾞｷ ｿﾖ' });

  it.each(['cp932', 'utf8', 'utf8-bom'] as const)('in %s is read', async (encoding) => {
    const [row, ...others] = await rowsOf(channelFile([odd], { encoding }));
    expect(others).toEqual([]);
    expect(row?.line).toBe(2);
    expect(row?.text).toContain('髙橋 﨑子,ﾔﾏｻﾞｷ ｿﾖ');
    expect(row?.reservation).toMatchObject({
      site: '楽天トラベル',
      guestName1: '髙橋 﨑子',
      guestName1Kana: 'ヤマザキ ソヨ',
      notes: 'プラン: ①～表ソ',
      fault: null,
    });
  });

  it('with a title above, tabs or semicolons, in UTF-16 or EUC-JP is read with the same lines and content', async () => {
    const text = channelText([{ ...odd, 備考: '一,二\n三', メモ: '"四"' }, channelRow()]);
    const plain = await rowsOf(text);
    const utf16 = (bom: number[], swap: boolean) => {
      const bytes = Buffer.from(text, 'utf16le');
      return Buffer.concat([Buffer.from(bom), swap ? bytes.swap16() : bytes]);
    };
    const titled = await rowsOf(`予約一覧\r\n2026年11月27日 出力\r\n\r\n${text}`);
    expect(titled.map(({ line }) => line)).toEqual(plain.map(({ line }) => line + 3));
    const others = [
      titled,
      await rowsOf(utf16([0xff, 0xfe], false)),
      await rowsOf(utf16([0xfe, 0xff], true)),
    ];
    for (const rows of others)
      expect(rows.map(({ reservation }) => reservation)).toEqual(plain.map(({ reservation }) => reservation));
  });

  it('in UTF-16 that a program cut within a sign is read, with U+FFFD in its place', async () => {
    const text = `\ufeff${channelText([{ ...odd, 備考: '二台\ud83d' }, channelRow()])}`;
    const [cut, ...others] = await rowsOf(Buffer.from(text, 'utf16le'));
    expect(cut?.reservation).toMatchObject({ notes: expect.stringContaining('二台\ufffd') });
    expect(others).toHaveLength(1);
  });

  it.each([
    ['\t', 'tabs'],
    [';', 'semicolons'],
  ])('separated by %j is read', async (separator) => {
    const shown = separator === '\t' ? ' ' : separator;
    const header = [
      '予約サイト名',
      '予約番号',
      '予約区分',
      'チェックイン日',
      'チェックアウト日',
      '宿泊者氏名',
      '部屋記号',
      '大人人数',
      '男性人数',
      '合計料金',
      '備考',
    ];
    const row = [
      '楽天',
      'A1',
      '予約',
      '2026-12-14',
      '2026-12-15',
      '山田 太郎',
      'NS',
      '1',
      '1',
      '12,000',
      `"一${separator}二\n三, ""四""${separator}五"`,
    ];
    const [read, ...more] = await rowsOf([header, row].map((cells) => cells.join(separator)).join('\r\n'));
    expect(more).toEqual([]);
    expect(read?.reservation).toMatchObject({
      ...{ bookingNumber: 'A1', fault: null, rooms: [{ totalFee: 12_000 }] },
      notes: expect.stringContaining(`一${shown}二\n三, "四"${shown}五`),
    });
  });

  it('in EUC-JP is read', async () => {
    const [row] = await channelFileRows('tests/support/channel-files/temairazu_euc.csv');
    expect(row?.reservation).toMatchObject({ site: '楽天トラベル', guestName1: '山田 太郎', fault: null });
  });

  it.each([',,,,,,,,,,,,,,,,,,,', ' , , ', '\x1a', '""'])('has no row in the line %j', async (line) => {
    const text = channelText([channelRow()]);
    const rows = await rowsOf(`${text.trimEnd()}\r\n${line}\r\n`);
    expect(rows).toHaveLength(1);
  });

  it('gives the same digest in any encoding, with any line end, order and choice of columns', async () => {
    const remark = channelRow({ 備考: '一\n二' });
    const first = await firstOf(channelFile([remark]));
    expect(first?.digest).toMatch(/^[0-9a-f]{32}$/);
    for (const same of [
      channelFile([remark], { encoding: 'utf8-bom', lineEnd: '\n' }),
      channelFile([remark], { lineEnd: '\r' }),
      channelFile([remark], { columns: [...CHANNEL_COLUMNS].reverse() }),
      channelFile([remark], { columns: without('施設名', '変更日時') }),
      channelFile([{ ...remark, 備考: ' 一\r\n二 ' }]),
    ]) {
      expect(await firstOf(same)).toEqual(first);
    }
    expect((await firstOf(channelFile([{ ...remark, 備考: '一\n二。' }])))?.digest).not.toBe(first?.digest);
  });

  it('may have only a header', async () => {
    expect(await rowsOf(channelFile([]))).toEqual([]);
  });

  it('is closed when the rest is not read', async () => {
    const path = folder.write(channelFile(Array(2_000).fill(channelRow())));
    for await (const { line } of readChannelFile(path, { timezone: 'Asia/Tokyo' })) {
      expect(line).toBe(2);
      break;
    }
  });

  it('that is not there is no refusal', async () => {
    await expect(channelFileRows(folder.pathOf('none.csv'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the encoding', () => {
  it.each<[string, Uint8Array, string | null]>([
    ['plain letters', Buffer.from('abc'), 'utf-8'],
    ['UTF-8 that could be CP932', Buffer.from('表'), 'utf-8'],
    ['a byte order mark and UTF-8', Buffer.from('\uFEFF表'), 'utf-8'],
    ['CP932', encodeCp932('髙﨑①～表ソｿ'), 'shift_jis'],
    ['a lone first byte', Buffer.from([0x95]), null],
    ['a wrong last byte', Buffer.concat([Buffer.from('表ソ'.repeat(50_000)), Buffer.from([0xff])]), null],
  ])('of %s is %s', async (_what, bytes, encoding) => {
    expect(await findEncoding(folder.write(bytes))).toBe(encoding);
  });
});

describe('the columns', () => {
  it('are found by name in any width, whatever else is there', async () => {
    const columns = ['謎', ...CHANNEL_COLUMNS];
    const header = ` 謎 ,${CHANNEL_COLUMNS.join(' ,').replace('カナ', 'ｶﾅ')}`;
    const [, line = ''] = channelText([channelRow({ 宿泊者氏名カナ: 'アイ' })], { columns }).split('\r\n');
    const [row] = await rowsOf(encoded(`${header}\r\n${line}`));
    expect(row?.reservation).toMatchObject({
      fault: null,
      guestName1Kana: 'アイ',
      bookingNumber: 'RY00000001',
    });
  });

  it('that come twice count once, the first of them', async () => {
    const text = channelText([channelRow()])
      .replace('\r\n', ',予約番号,予約番号\r\n')
      .replace(/\r\n$/, ',X1,X2\r\n');
    expect((await rowsOf(text))[0]?.reservation).toMatchObject({ bookingNumber: 'RY00000001', fault: null });
  });

  it.each(['部屋名称', '部屋記号'])('need not have %s beside the other', async (column) => {
    const [row] = await rowsOf(channelFile([channelRow()], { columns: without(column) }));
    expect(row?.reservation.fault).toBeNull();
  });

  it.each([
    ['予約サイト名', ['予約サイト名']],
    ['予約番号', ['予約番号']],
    ['予約区分', ['予約区分']],
    ['チェックイン日', ['チェックイン日']],
    ['チェックアウト日', ['チェックアウト日']],
    ['宿泊者氏名', ['宿泊者氏名']],
    ['部屋名称または部屋記号', ['部屋名称', '部屋記号']],
    ['予約番号、宿泊者氏名', ['宿泊者氏名', '予約番号']],
  ])('must have %s', async (names, columns) => {
    expect(await refusalOf(channelFile([channelRow()], { columns: without(...columns) }))).toEqual({
      status: 422,
      codes: ['missing_columns file'],
      message: `ファイルに必要な列がありません: ${names}`,
    });
  });
});

describe('refused whole is', () => {
  const NO_HEADER = 'ファイルに見出し行がありません。手間いらずから出力したCSVファイルを指定してください。';
  const ENCODING =
    'ファイルの文字コードを判別できません。UTF-8、Shift_JIS、UTF-16、EUC-JPのいずれかのCSVファイルを指定してください。';

  it.each([
    ['an empty file', ''],
    ['a byte order mark alone', '\uFEFF'],
    ['blank lines', '\r\n \n'],
    ['a header in an open quote', `"${channelText([channelRow()]).replaceAll('"', '')}`],
  ])('%s', async (_what, content) => {
    expect(await refusalOf(content)).toEqual({ status: 422, codes: ['no_header file'], message: NO_HEADER });
  });

  const good = channelFile([channelRow()], { encoding: 'utf8' });
  const japanese = channelFile([channelRow()]);
  it.each([
    ['a broken byte', Buffer.concat([good, Buffer.from([0xff])])],
    ['a character cut short in UTF-8', Buffer.concat([good, Buffer.from([0xe3, 0x81])])],
    ['a character cut short in CP932', Buffer.concat([japanese, Buffer.from([0x95])])],
    ['UTF-8 and CP932 in one', Buffer.concat([good, japanese, Buffer.from([0x80])])],
    ['a surrogate in UTF-8', Buffer.concat([good, Buffer.from([0xed, 0xa0, 0x80])])],
    ['UTF-16 that is cut short', Buffer.concat([Buffer.from('\uFEFF予約', 'utf16le'), Buffer.from([0x31])])],
    ['EUC-JP that is broken', Buffer.from([0xcd, 0xbd, 0xcc, 0xf3, 0xff, 0xa0])],
  ])('%s', async (_what, content) => {
    expect(await refusalOf(content)).toEqual({
      status: 422,
      codes: ['unknown_encoding file'],
      message: ENCODING,
    });
  });

  it(
    'a file of too many rows, at the first that is too many',
    async () => {
      const path = folder.write(CHANNEL_COLUMNS.join(',') + '\nx'.repeat(FILE_LIMIT.rows + 1));
      let count = 0;
      const reading = (async () => {
        for await (const _row of readChannelFile(path, { timezone: 'Asia/Tokyo' })) count += 1;
      })();
      await expect(reading).rejects.toMatchObject({
        status: 422,
        rules: [{ code: 'too_many_rows', field: 'file' }],
        message: 'ファイルの行数が100,000件を超えています。分割してから取り込んでください。',
      });
      expect(count).toBe(FILE_LIMIT.rows);
      // A hundred thousand of them.
    },
    LONG_MS,
  );
});

describe('a bad row', () => {
  const [, good = ''] = channelText([channelRow()]).split('\r\n');
  const UNKNOWN = { site: '', bookingNumber: '', guestName1: '', stayStart: null };

  it.each([
    ['with columns too many', `楽天トラベル,${good}`, '必須項目欠落'],
    ['of one word', '楽天', '必須項目欠落'],
    ['with an open quote', good.replace('髙橋', '"髙橋'), '引用符が閉じていません'],
    ['of 110,000 characters', good.replace('サンプル', '長'.repeat(110_000)), '備考が長すぎます'],
  ])('%s fails by itself', async (what, line, fault) => {
    const [first, bad, last] = await rowsOf(channelFile([channelRow(), line, channelRow()]));
    expect([first?.reservation.fault, last?.reservation.fault, last?.line]).toEqual([null, null, 4]);
    const site = what === 'of one word' ? '楽天' : '';
    expect(bad).toMatchObject({
      line: 3,
      text: line.slice(0, 100_000),
      reservation: { ...UNKNOWN, site, fault },
    });
  });

  it('without cells is identified by its text', async () => {
    const lines = [`楽天,${good}`, `楽天,${good}`, `じゃらん,${good}`];
    const digests = (await rowsOf(channelFile(lines))).map(({ reservation }) => reservation.digest);
    expect(digests[0]).toBe(digests[1]);
    expect(digests[0]).not.toBe(digests[2]);
  });

  it('lacks only the content of its missing trailing columns', async () => {
    const cells = good.split(',');
    const upTo = (column: (typeof CHANNEL_COLUMNS)[number]) =>
      cells.slice(0, CHANNEL_COLUMNS.indexOf(column) + 1).join(',');
    const rows = await rowsOf(channelFile([upTo('女性人数'), upTo('部屋数'), `${good},,`]));
    expect(rows.map(({ reservation }) => [reservation.bookingNumber, reservation.fault])).toEqual([
      ['RY00000001', null],
      ['RY00000001', '必須項目欠落'],
      ['RY00000001', null],
    ]);
  });
});
