import { describe, expect, it } from '@jest/globals';
import { createPaperRecount, papersText } from '#backend/tools/evidence-verifier/paper-recount.mjs';

type Line = [stream: string, type: string, data: object];

const BOOKED = {
  ...{ stayStart: '2026-11-20', stayEnd: '2026-11-22', roomNumber: '1001', totalFee: 16_400 },
  ...{ usedPoints: 400, coupon: 0, corporateId: 0, paymentType: null, paymentFlag: 0 },
};
const first = (receiptNumber: number, receiptAmount: number) => ({
  ...{ receiptNumber, receiptAmount, receiptTaxRate: 10, receiptDate: '2026-11-21' },
});
const later = (receiptNumber: number, receiptAmount: number, change: object = {}) => ({
  ...{ ...first(receiptNumber, receiptAmount), receiptKind: 'receipt' },
  receiptTotals: [{ taxRate: 10, amount: receiptAmount }],
  receiptStay: {
    ...{ stayStart: '2026-11-20', stayEnd: '2026-11-22', roomNumber: '1001' },
    ...{ totalFee: 16_400, usedPoints: 400, coupon: 0 },
  },
  ...{ receiptWays: [{ paymentType: 1, amount: receiptAmount }], receiptReplaces: null, ...change },
});

/** Works papers out anew, from events as older versions wrote them. */
function recounted(...lines: Line[]) {
  const versions = new Map<string, number>();
  const recount = createPaperRecount();
  for (const [index, [stream, type, data]] of lines.entries()) {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    recount.add({ position: index + 1, stream, version, type, payload: JSON.stringify(data) });
  }
  const { papers, faults } = recount.end();
  return {
    papers,
    kinds: papers.map(({ kind, amount }) => `${kind} ${amount}`),
    faults: faults.map(({ text }) => text),
  };
}

const booking: Line = ['reservation-9', 'ReservationCreated', BOOKED];
const paid: Line = ['reservation-9', 'PaymentRecorded', { paymentType: 1, paymentFlag: 1 }];

it('a receipt from before papers held their figures is over the fee after points', () => {
  const papers = (amount: number, ...lines: Line[]) =>
    recounted(
      ...lines,
      ['reservation-9', 'ReceiptIssued', first(1, amount)],
      ['reservation-9', 'ReceiptReissued', {}],
    );
  const prepaid: Line = ['reservation-9', 'ReservationCreated', { ...BOOKED, paymentFlag: 1 }];
  for (const lines of [[booking, paid], [prepaid]]) {
    expect(papers(16_000, ...lines)).toMatchObject({ kinds: ['領収書 16000'], faults: [] });
    expect(papers(16_400, ...lines).faults.join()).toMatch(/^領収書 No\.000001: 金額が違います。/);
  }
});

it('payments from before they said what they moved are what was due, by ways of which only the name was told', () => {
  const way = (id: number, data: object): Line => [`payment-${id}`, 'PaymentDefined', data];
  const papers = (data: object, ...rest: Line[]) =>
    recounted(way(1, data), booking, paid, ...rest, ['reservation-9', 'ReceiptIssued', later(1, 16_000)])
      .faults;
  expect(papers({ paymentName: '現金' })).toEqual([]);
  expect(papers({ paymentName: 'カード', isInvoice: 0 })).toEqual([]);
  expect(papers({ paymentName: 'オンライン決済' }).join()).toContain('ログから計算すると 0円 です。');
  expect(papers({ paymentName: '現金', kind: '事前決済' }).join()).toContain('受け取った金額 0円 を超えて');
  const unpaid: Line = ['reservation-9', 'PaymentRecorded', { paymentType: null, paymentFlag: 0 }];
  expect(papers({ paymentName: '現金' }, unpaid).join()).toContain('受け取った金額 0円 を超えて');
});

it('a paper of a cancelled stay from before that was said on it, but not of one with a fee for it, may leave it out', () => {
  const charge = { chargeKind: 'キャンセル料', chargeAmount: 5_000, chargeTaxRate: 10, paymentFlag: 0 };
  const fee = { feeAmount: 5_000, feeTaxRate: 10, paymentFlag: 0 };
  const papers = (...lines: Line[]) =>
    recounted(
      booking,
      ['reservation-9', 'ReservationCancelled', {}],
      ...lines,
      [
        'reservation-9',
        'PaymentTaken',
        { paymentType: 1, paymentFlag: 1, moved: [{ paymentType: 1, amount: 5_000 }] },
      ],
      ['reservation-9', 'ReceiptIssued', later(1, 5_000)],
    ).faults;
  expect(papers(['reservation-9', 'ChargeAdded', charge])).toEqual([]);
  expect(papers(['reservation-9', 'CancellationFeeCharged', fee]).join()).toMatch(
    /取消・ノーショーの別が違います。/,
  );
});

it('papers of an erased guest stay with their figures and say so; one that is issued afterwards is named', () => {
  const issued: Line = ['reservation-9', 'ReceiptIssued', later(1, 16_000)];
  const erased: Line = ['reservation-9', 'PersonalDataErased', {}];
  const { papers, faults } = recounted(booking, paid, issued, erased);
  expect(papers).toMatchObject([{ number: 1, amount: 16_000, booking: 9, isErased: true }]);
  expect(faults).toEqual([]);
  expect(recounted(booking, paid, issued).papers).toMatchObject([{ isErased: false }]);
  expect(recounted(booking, paid, erased, issued).faults.join()).toContain('個人情報を削除した後に');
});

it('what is no event of the product is told, and the rest is worked out all the same', () => {
  const { kinds, faults } = recounted(
    ['invoice-1', 'InvoicePaid', {}],
    booking,
    paid,
    ['reservation-9', 'ReceiptIssued', later(1, 16_000)],
    ['reservation-9', 'ReturnInvoiceReissued', { refund: 2 }],
  );
  expect(kinds).toEqual(['領収書 16000']);
  expect(faults).toEqual([
    '予約か書類の内容を読めません。',
    '適格返還請求書の再発行ですが、発行された書類がありません。',
  ]);
});

/** Two refunds after a payment of 24,600; the first one's paper was issued anew for 2,100 once the price had risen. */
function secondReturn(amount: number, ...later: Line[]) {
  const at = (type: string, data: object): Line => ['reservation-9', type, data];
  const moved = (sum: number) => ({
    paymentType: 1,
    paymentFlag: 1,
    moved: [{ paymentType: 1, amount: sum }],
  });
  const paper = (returnNumber: number, refund: number, sum: number, returnReplaces: number | null = null) =>
    at('ReturnInvoiceIssued', {
      ...{ refund, returnNumber, returnReplaces, returnDate: '2026-11-21', returnDay: '2026-11-21' },
      returnTotals: [{ taxRate: 10, amount: sum }],
      returnStay: { stayStart: '2026-11-20', stayEnd: '2026-11-22', roomNumber: '1001' },
    });
  return recounted(
    ['payment-1', 'PaymentDefined', { paymentName: '現金', kind: '現金' }],
    at('ReservationCreated', { ...BOOKED, totalFee: 24_600, usedPoints: 0 }),
    at('PaymentTaken', moved(24_600)),
    at('ReservationAmended', { totalFee: 20_500 }),
    at('PaymentRefunded', { ...moved(-4_100), paymentDay: '2026-11-21' }),
    paper(1, 4, 4_100),
    at('ReservationAmended', { totalFee: 22_500 }),
    paper(2, 4, 2_100, 1),
    at('ReservationAmended', { totalFee: 16_400 }),
    at('PaymentRefunded', { ...moved(-4_100), paymentDay: '2026-11-21' }),
    paper(3, 9, amount),
    ...later,
  );
}

it('a return invoice by the rule of version 1.33.0, which took superseded papers away as well, is right and said to be former', () => {
  const reissued: Line = ['reservation-9', 'ReturnInvoiceReissued', { refund: 9 }];
  for (const [amount, isFormer] of [
    [4_100, false],
    [2_000, true],
  ] as const) {
    const recount = secondReturn(amount, reissued);
    expect([amount, recount.faults]).toEqual([amount, []]);
    expect(recount.papers.at(-1)).toMatchObject({ number: 3, amount, isFormer });
    expect(papersText({ papers: recount.papers, faults: [] }).includes('以前のバージョンの計算')).toBe(
      isFormer,
    );
  }
  expect(secondReturn(3_000).faults.join()).toContain('適格返還請求書 No.000003: 金額が違います。');
});

/** A stay paid in cash gets 5,000 of its 6,000 less back by a way that a booking site takes money by. */
function returnedBySite(amount: number, totals = [{ taxRate: 10, amount }]) {
  const at = (type: string, data: object): Line => ['reservation-9', type, data];
  const moved = (paymentType: number, sum: number) => ({
    ...{ paymentType: 1, paymentFlag: 1, paymentDay: '2026-11-21' },
    moved: [{ paymentType, amount: sum }],
  });
  return recounted(
    ['payment-1', 'PaymentDefined', { paymentName: '現金', kind: '現金' }],
    ['payment-3', 'PaymentDefined', { paymentName: 'サイト決済', kind: '事前決済' }],
    at('ReservationCreated', { ...BOOKED, usedPoints: 0 }),
    at('PaymentTaken', moved(1, 16_400)),
    at('ChargeAdded', { chargeKind: '値引', chargeAmount: -6_000, chargeTaxRate: 10, paymentFlag: 1 }),
    at('PaymentRefunded', moved(3, -5_000)),
    at('ReturnInvoiceIssued', {
      ...{ refund: 4, returnNumber: 1, returnReplaces: null },
      ...{ returnDate: '2026-11-21', returnDay: '2026-11-21', returnTotals: totals },
      returnStay: { stayStart: '2026-11-20', stayEnd: '2026-11-22', roomNumber: '1001' },
    }),
    at('ReturnInvoiceReissued', { refund: 4 }),
  );
}

it('a return invoice of version 1.33.0 over a refund by a site above what it took is right and said to be former', () => {
  for (const [amount, isFormer] of [
    [5_000, false],
    [1_000, true],
  ] as const) {
    const recount = returnedBySite(amount);
    expect([amount, recount.faults]).toEqual([amount, []]);
    expect(recount.papers.at(-1)).toMatchObject({ amount, isFormer });
  }
  for (const amount of [999, 1_001, 4_999, 6_000])
    expect(returnedBySite(amount).faults.join()).toContain('適格返還請求書 No.000001: 金額が違います。');
});

describe('a stay that goes on in another room from its second night', () => {
  const at = (id: number, type: string, data: object): Line => [`reservation-${id}`, type, data];
  const part = (stayEnd: string, moved: number, more: object = {}) => ({
    ...{ stayEnd, totalFee: 8_200, usedPoints: 0, paymentFlag: 1, reverses: [], paymentDay: '2026-11-21' },
    ...{ moved: [{ paymentType: 1, amount: moved }], ...more },
  });
  const said = (id: number, number: number, amount: number, replaces: number | null = null) =>
    at(id, 'ReceiptIssued', {
      ...later(number, amount, { receiptReplaces: replaces }),
      receiptStay: {
        ...{
          stayStart: id === 9 ? '2026-11-20' : '2026-11-21',
          stayEnd: id === 9 ? '2026-11-21' : '2026-11-22',
        },
        ...{ roomNumber: id === 9 ? '1001' : '1002', totalFee: 8_200, usedPoints: 0, coupon: 0 },
      },
    });
  const divided: Line[] = [
    ['payment-1', 'PaymentDefined', { paymentName: '現金', kind: '現金' }],
    at(9, 'ReservationCreated', { ...BOOKED, usedPoints: 0 }),
    at(9, 'PaymentTaken', { paymentType: 1, paymentFlag: 1, moved: [{ paymentType: 1, amount: 16_400 }] }),
    at(10, 'ReservationCreated', {
      ...BOOKED,
      stayStart: '2026-11-21',
      roomNumber: '1002',
      totalFee: 8_200,
      usedPoints: 0,
    }),
    at(10, 'StayDivided', part('2026-11-22', 8_200)),
    at(9, 'StayDivided', part('2026-11-21', -8_200)),
  ];

  it('has a receipt of each part, over the money that went with it', () => {
    expect(recounted(...divided, said(9, 1, 8_200), said(10, 2, 8_200))).toMatchObject({ faults: [] });
    expect(recounted(...divided, said(9, 1, 16_400)).faults.join()).toContain(
      '領収書 No.000001: 金額が違います。',
    );
  });

  it('gives nothing back with the division: a later refund is no return of what the other part costs', () => {
    const back = {
      paymentType: 1,
      paymentFlag: 1,
      moved: [{ paymentType: 1, amount: -500 }],
      paymentDay: '2026-11-21',
    };
    const paper = (totals: object[]) =>
      at(9, 'ReturnInvoiceIssued', {
        ...{
          refund: 4,
          returnNumber: 1,
          returnReplaces: null,
          returnDate: '2026-11-21',
          returnDay: '2026-11-21',
        },
        returnTotals: totals,
        returnStay: { stayStart: '2026-11-20', stayEnd: '2026-11-21', roomNumber: '1001' },
      });
    const refunded = [...divided, at(9, 'PaymentRefunded', back)];
    expect(recounted(...refunded, paper([])).faults).toEqual([]);
    expect(recounted(...refunded, paper([{ taxRate: 10, amount: 500 }])).faults.join()).toContain(
      '金額が違います。',
    );
  });
});
