import { addDays, addMonths, type Day, lastDayOf, monthOf } from '@domain/dates.js';
import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { InvoiceWritten } from '@wire/invoice.js';
import type { ReceiptRecord } from '@wire/payment.js';
import type { ReturnInvoiceRecord } from '@wire/return-invoice.js';
import type { LinkedRow } from '#backend/event-store/hash-chain.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { must, upload } from '#tests/support/api-client.js';
import { channelFile, goodRows } from '#tests/support/channel-file.js';
import { downloadPackage, type PackageFiles, UnpackedPackage } from '#tests/support/evidence-package.js';
import { resigned, rowsOf } from '#tests/support/resigned-package.js';
import { runCommand } from '#tests/support/server.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';
import { anAppend } from '#tests/support/store-node.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

const hotel = sharedHotel();
const node = sharedNodeOn(() => hotel.databaseUrl);
const TAX = { name: '京都市', first_day: '2026-03-01', is_included: 0, exemptions: [] };
const BRACKETS = [
  { from: 0, yen: 200 },
  { from: 6_000, yen: 400 },
];
const single = { mens_count: 1, womens_count: 0, gender_1: 'male', gender_2: null, guest_name_2: '' };
let cash = 0;
let site = 0;
/** The number of the receipt over 宿泊税 alone. */
let prepaid = 0;
let files: PackageFiles;
let rows: LinkedRow[];

const book = async (total_fee: number, fields: object = {}, nights = 2) => {
  const range = { stay_start: hotel.today, stay_end: addDays(hotel.today, nights) };
  return (await hotel.book({ ...range, total_fee, csv_notes: '0', ...single, ...fields })).id;
};
const post = <Body>(id: number, what: string, body: object = {}) =>
  must(hotel.api.post<Body>(`/api/booking/${id}/${what}`, body));
const account = (id: number) => must(hotel.api.get<AccountRecord>(`/api/booking/${id}/account`));
const pay = (id: number, amount: number, payment_type = cash) =>
  post(id, 'payments', { payment_type, amount });
const receipt = (id: number, body: object = {}) => post<ReceiptRecord>(id, 'receipt', body);
const split = (id: number, ...parts: { nights: Day[]; charges: number[] }[]) =>
  post(id, 'receipt-parts', {
    parts: parts.map((part) => ({ ...part, addressee: '分割 花子', honorific: '様', note: 'x' })),
  });

/** A whole receipt, in cash and by the site, issued again. */
async function wholePapers() {
  const id = await book(16_401);
  await pay(id, 8_000);
  await pay(id, 9_201, site);
  await receipt(id);
  await receipt(id, { addressee: '別の 宛先' });
  await receipt(id, { kind: 'statement' });
}

/** A stay that was paid elsewhere, of which the 宿泊税 alone is taken here. */
async function prepaidPaper() {
  const row = { 支払方法: 'オンラインカード決済', 合計料金: '66000', ポイント: '1500', 請求料金: '64500' };
  const sold = goodRows(1, 'PAPER').map((good) => ({ ...good, ...row }));
  const { body } = await upload(hotel.url, channelFile(sold), { query: '' });
  const id = body.results[0]?.booking_id ?? 0;
  const { lodging_tax } = await account(id);
  await pay(id, lodging_tax);
  const paper = await receipt(id);
  expect(paper).toMatchObject({ kind: 'receipt', amount: lodging_tax });
  prepaid = paper.number ?? 0;
}

/** Parts by nights, then by lines, then for two guests; then the whole again. */
async function splitPapers() {
  const [first, second] = [hotel.today, addDays(hotel.today, 1)];
  const id = await book(16_401);
  await post(id, 'charges', { kind: '追加', name: '朝食', amount: 1_500, tax_rate: 8 });
  await pay(id, 18_701);
  const line = (await account(id)).charges[0]?.id ?? 0;
  await split(id, { nights: [first], charges: [] }, { nights: [second], charges: [] });
  await split(id, { nights: [first, second], charges: [] }, { nights: [], charges: [line] });
  await split(id, { nights: [first], charges: [line] }, { nights: [second], charges: [] });
  await split(id, { nights: [first], charges: [line] }, { nights: [second], charges: [] });
  await receipt(id);
  await split(id, { nights: [first], charges: [line] }, { nights: [second], charges: [] });
}

/** Two nights of three are given back after the receipt: a 適格返還請求書 and another receipt. */
async function returnPapers() {
  const id = await book(24_600, {}, 3);
  await pay(id, 25_800);
  await receipt(id);
  await must(hotel.api.put(`/api/booking/${id}`, { stay_end: addDays(hotel.today, 1), total_fee: 8_200 }));
  await post(id, 'refunds', { payment_type: cash, amount: 17_200, reason: '早発ち' });
  const refund = (await account(id)).payments.at(-1)?.id;
  await post(id, 'return-invoice', { refund });
  await post(id, 'return-invoice', { refund, addressee: '㈱返金' });
  await receipt(id);
}

/** A night less of a stay that a site took a part of the money for, with a line of another rate. */
async function sharedReturn() {
  const id = await book(24_600, {}, 3);
  await post(id, 'charges', { kind: '追加', name: '弁当', amount: 3_000, tax_rate: 8 });
  await pay(id, 10_000, site);
  await pay(id, 18_800);
  await receipt(id);
  await must(hotel.api.put(`/api/booking/${id}`, { total_fee: 16_400 }));
  await post(id, 'refunds', { payment_type: cash, amount: 8_200, reason: '料金の訂正' });
  const refund = (await account(id)).payments.at(-1)?.id;
  const paper = await post<ReturnInvoiceRecord>(id, 'return-invoice', { refund });
  expect(paper.totals).toMatchObject([{ tax_rate: 10, amount: 8_200 }]);
}

/** The fee of a cancellation that is paid, and a guest who is erased afterwards. */
async function feePapers() {
  const id = await book(12_000);
  const said = { cancellation_fee: 6_000, cancellation_fee_reason: '規定どおり' };
  await must(hotel.api.put(`/api/booking/${id}/cancel`, said));
  await pay(id, 6_000);
  await receipt(id);
  await post(id, 'erasure', { reason: '本人からの請求' });
}

/** An invoice over two stays, made anew after one has changed, and paid in part. */
async function invoices() {
  const way = await must(
    hotel.api.post<{ id: number }>('/api/payment_master', { payment_name: '請求書払い' }),
  );
  const named = { corporate_short_name: '試験商事', corporate_flag: 0 };
  const { id: corporate_id } = await must(hotel.api.post<{ id: number }>('/api/corporate_master', named));
  const fields = { corporateID: corporate_id, payment_type: way.id };
  const stays = [await book(16_400, fields), await book(9_000, fields)];
  const month = monthOf(addDays(hotel.today, 3));
  const due_day = lastDayOf(addMonths(month, 1));
  const made = await must(
    hotel.api.post<InvoiceWritten>('/api/invoices', { corporate_id, booking_ids: stays, month, due_day }),
  );
  await post(stays[0] ?? 0, 'charges', { kind: '追加', name: '夕食', amount: 3_000, tax_rate: 8 });
  const anew = await must(
    hotel.api.post<InvoiceWritten>(
      `/api/invoices/${made.id}/replacement`,
      { reason: '料金の変更' },
      { 'if-match': `"${made.version}"` },
    ),
  );
  const ways = [{ payment_type: cash, amount: 20_000 }];
  await must(hotel.api.post(`/api/invoices/${anew.id}/payments`, { ways }));
}

beforeAll(async () => {
  ({ cash } = hotel.ids);
  const { version, ...known } = await must(hotel.api.get<Record<string, unknown>>('/api/hotel'));
  const registered = { ...known, registration_number: 'T7123456789012' };
  await must(hotel.api.put('/api/hotel', registered, { 'if-match': `"${version}"` }));
  site = (await must(hotel.api.post<{ id: number }>('/api/payment_master', { payment_name: '事前決済' }))).id;
  const levies = [{ name: '京都市', brackets: BRACKETS }];
  await must(hotel.api.post('/api/lodging-tax/rules', { ...TAX, levies }));
  await wholePapers();
  await prepaidPaper();
  await splitPapers();
  await returnPapers();
  await sharedReturn();
  await feePapers();
  await invoices();
  files = await downloadPackage(hotel.url);
  rows = rowsOf(files);
});

const ISSUED = ['ReceiptIssued', 'ReturnInvoiceIssued', 'InvoiceIssued'];

async function verdictOf(package_: PackageFiles) {
  const unpacked = new UnpackedPackage(package_);
  const { code, lines } = await unpacked.verify();
  unpacked.remove();
  return { code, bad: lines.filter((line) => line.startsWith('不合格')), lines };
}

type Figures = Record<string, unknown>;
type Is = (data: Figures) => boolean;
const total = (amount: number, taxRate = 10) => ({ taxRate, amount });

describe('papers in an evidence package', () => {
  it('pass, all kinds of them: each is worked out anew from the log alone', async () => {
    const issued = rows.filter(({ type }) => ISSUED.includes(type));
    const { code, lines } = await verdictOf(files);
    const told = `合格   書類の再計算: 発行された ${issued.length} 枚の書類は、ログから計算し直したものと同じです。`;
    expect(lines).toContain(told);
    expect([code, lines.at(-1)]).toEqual([0, '判定: 合格']);
    expect((await verdictOf(resigned(files, rows))).code).toBe(0);
    expect(JSON.stringify(lines)).not.toMatch(/花子|別の 宛先/);
  });

  it.each<[string, string, Is, (data: Figures) => object, RegExp]>([
    [
      'a receipt of another amount',
      'ReceiptIssued',
      ({ receiptAmount }) => receiptAmount === 8_000,
      () => ({ receiptAmount: 8_100 }),
      /領収書 No\.\d{6}: 金額が違います。書かれているのは 8,100円、ログから計算すると 8,000円 です。/,
    ],
    [
      'another total by rate',
      'ReceiptIssued',
      ({ receiptKind }) => receiptKind === 'statement',
      () => ({ receiptTotals: [total(16_301), total(900, 0)] }),
      /宿泊明細書 No\.\d{6}: 税率ごとの金額が違います。/,
    ],
    [
      'another rate',
      'ReceiptIssued',
      ({ receiptNumber }) => receiptNumber === prepaid,
      ({ receiptAmount }) => ({ receiptTotals: [total(Number(receiptAmount))] }),
      /領収書 No\.\d{6}: 税率ごとの金額が違います。書かれているのは 10% ([\d,]+円)、ログから計算すると 対象外 \1 です。/,
    ],
    [
      'money in cash that was paid otherwise',
      'ReceiptIssued',
      ({ receiptAmount }) => receiptAmount === 8_000,
      () => ({ receiptWays: [{ paymentType: 99, amount: 8_000 }] }),
      /領収書 No\.\d{6}: 支払方法ごとの金額が違います。/,
    ],
    [
      'more than was taken',
      'ReceiptIssued',
      ({ receiptPart }) => receiptPart !== undefined,
      ({ receiptAmount }) => ({
        receiptAmount: Number(receiptAmount) + 20_000,
        receiptTotals: [total(Number(receiptAmount) + 20_000)],
      }),
      /領収書の合計 [\d,]+円 が、受け取った金額 18,701円 を超えています。/,
    ],
    [
      'a night of another part',
      'ReceiptIssued',
      ({ receiptPart }) => (receiptPart as { place?: number } | undefined)?.place === 2,
      ({ receiptPart }) => ({ receiptPart: { ...(receiptPart as object), nights: [hotel.today] } }),
      /領収書 \(2\/2\) No\.\d{6}: 同じ泊か明細が、1 組の領収書に 2 回あります。/,
    ],
    [
      'a number twice',
      'ReceiptIssued',
      ({ receiptNumber }) => receiptNumber === 3,
      () => ({ receiptNumber: 2 }),
      /No\.000002: 同じ番号の書類が 2 枚あります。/,
    ],
    [
      'a number left out',
      'ReturnInvoiceIssued',
      () => true,
      ({ returnNumber }) => ({ returnNumber: Number(returnNumber) + 40 }),
      /適格返還請求書 No\.\d{6}: 番号が続いていません。/,
    ],
    [
      'a receipt that hides the one it stands in for',
      'ReceiptIssued',
      ({ receiptReplaces, receiptPart }) => receiptReplaces !== null && !receiptPart,
      () => ({ receiptReplaces: null }),
      /領収書 No\.\d{6}: 差し替えた書類の番号が違います。書かれているのは なし、/,
    ],
    [
      'more given back',
      'ReturnInvoiceIssued',
      () => true,
      () => ({ returnTotals: [total(16_500), total(700, 0)] }),
      /適格返還請求書 No\.\d{6}: 税率ごとの金額が違います。/,
    ],
    [
      'another cancellation fee',
      'ReceiptIssued',
      ({ receiptStay }) => 'ended' in ((receiptStay ?? {}) as object),
      () => ({ receiptAmount: 5_000, receiptTotals: [total(5_000, 0)] }),
      /キャンセル料 領収書 No\.\d{6}: 金額が違います。/,
    ],
    [
      'an invoice of another company',
      'InvoiceIssued',
      () => true,
      () => ({ companyName: '別の商事' }),
      /請求書 No\.000001: 宛先の法人が違います。/,
    ],
    [
      'another sum of an invoice',
      'InvoiceIssued',
      ({ number }) => number === 2,
      ({ stays }) => ({ stays: (stays as { amount: number }[]).map((one) => ({ ...one, amount: 1 })) }),
      /請求書 No\.000002: 予約 \d+ の金額が違います。書かれているのは 1円、/,
    ],
  ])('%s is found in a chain that fits', async (_, type, is, change, told) => {
    const at = rows.findIndex((row) => row.type === type && is(JSON.parse(row.payload)));
    expect(at).toBeGreaterThan(0);
    const forged = rows.map((row, index) => {
      if (index !== at) return row;
      const data = JSON.parse(row.payload);
      return { ...row, payload: JSON.stringify({ ...data, ...change(data) }) };
    });
    const { code, bad } = await verdictOf(resigned(files, forged));
    const papers = bad.find((line) => line.includes('書類の再計算')) ?? '';
    expect(papers).toMatch(told);
    expect(papers).toContain(`位置 ${(at + 1).toLocaleString('ja-JP')}: `);
    expect(code).toBe(1);
  });

  it('issued again under their number after their matter has changed are found', async () => {
    const back = rows.findIndex(({ type }) => type === 'ReturnInvoiceReissued');
    const at = rows.findIndex(({ type }, index) => index > back && type === 'ReceiptIssued');
    const payload = JSON.stringify({ receiptKind: 'receipt', receiptHonorific: '様' });
    const forged = rows.map((row, index) =>
      index === at ? { ...row, type: 'ReceiptReissued', payload } : row,
    );
    const { bad } = await verdictOf(resigned(files, forged));
    const told = `位置 ${(at + 1).toLocaleString('ja-JP')}: 領収書 No\\.\\d{6}: 内容が変わった後に、同じ番号で再発行されています。`;
    expect(bad.join()).toMatch(new RegExp(told));
  });

  it('made past the rules are named by npm run verify too', async () => {
    const { id } = await hotel.book({ total_fee: 8_200, csv_notes: '0' });
    await pay(id, 5_000);
    const { number } = await receipt(id);
    const stay = { stayStart: hotel.today, stayEnd: addDays(hotel.today, 1), roomNumber: '1001' };
    const data = {
      ...{ receiptKind: 'receipt', receiptHonorific: '様', receiptAddressee: 'x', receiptNote: 'x' },
      ...{ receiptNumber: (number ?? 0) + 1, receiptAmount: 6_000, receiptTaxRate: 10, receiptLines: [] },
      ...{ receiptTotals: [total(6_000)], receiptWays: [{ paymentType: cash, amount: 6_000 }] },
      receiptStay: { ...stay, totalFee: 8_200, usedPoints: 0, coupon: 0 },
      ...{ receiptReplaces: number, receiptDate: hotel.today },
    } as Extract<ReservationEvent, { type: 'ReceiptIssued' }>['data'];
    await node.store.execute(anAppend(reservationStream, { type: 'ReceiptIssued', data }, id));
    const folder = temporaryFolder();
    const env = { DATABASE_URL: hotel.databaseUrl, EVIDENCE_DIR: folder.pathOf('evidence') };
    const { code, lines } = await runCommand('verify', env);
    folder.remove();
    const papers = lines.find((line) => line.includes('書類の再計算')) ?? '';
    expect(papers).toMatch(/^不合格 書類の再計算: 位置 [\d,]+: 領収書 No\.\d{6}: 金額が違います。/);
    expect(papers).toContain('領収書の合計 6,000円 が、受け取った金額 5,000円 を超えています。');
    expect(code).toBe(1);
  });

  it('are not checked in a package that begins within the log', async () => {
    await book(8_200);
    const part = await downloadPackage(hotel.url, `?from=${rows.length + 1}`);
    const { code, lines } = await verdictOf(part);
    const told = '注意   書類の再計算: 範囲がログの途中から始まるため、確かめられません。';
    expect([code, lines]).toEqual([0, expect.arrayContaining([told])]);
  });
});
