// 日締めの再計算。ログの行だけを読み、製品の計算を使わずに、締めた日ごとの金額を数え直します。
const MONEY_TYPES = ['PaymentRecorded', 'PaymentTaken', 'PaymentRefunded'];
const PRICE_FIELDS = ['totalFee', 'usedPoints', 'paymentFlag', 'paymentType'];

/** 担当者。ログインしていなければ端末です。 */
const whoOf = ({ staff_id, terminal }) => (staff_id === null ? `端末${terminal}` : `担当者${staff_id}`);

const add = (sums, key, amounts) => {
  const known = sums.get(key) ?? amounts.map(() => 0);
  sums.set(
    key,
    known.map((sum, index) => sum + amounts[index]),
  );
};

const listed = (sums) => JSON.stringify([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));

/** 動いた金額を記録していなかったころの入金。その前後の支払状況と支払方法、料金とポイントから分かります。 */
function formerMoves(before, after) {
  const due = Math.max(0, before.totalFee - before.usedPoints);
  const back = before.paymentFlag === 1 ? [{ paymentType: before.paymentType, amount: -due }] : [];
  const taken = after.paymentFlag === 1 ? [{ paymentType: after.paymentType, amount: due }] : [];
  return [...back, ...taken];
}

/** 入金を、支払方法ごと (件数・入金・返金) と、人と支払方法ごと (件数・差引) に集計します。 */
function sumsOf(moves) {
  const [ways, people] = [new Map(), new Map()];
  for (const { who, paymentType, amount } of moves) {
    add(ways, `支払方法${paymentType}`, [1, Math.max(0, amount), Math.min(0, amount)]);
    add(people, `${who} 支払方法${paymentType}`, [1, amount]);
  }
  return { ways, people };
}

const amountOf = (list) => list.reduce((sum, { amount }) => sum + amount, 0);

/** 番号の付いた書類の、日付と種類と金額。 */
const NUMBERED_PAPERS = {
  ReceiptIssued: ({ receiptDate: date, receiptKind: kind = 'receipt', receiptAmount: amount }) => ({
    ...{ date, kind, amount },
  }),
  ReturnInvoiceIssued: ({ returnDate: date, returnTotals }) => ({
    ...{ date, kind: 'return', amount: amountOf(returnTotals) },
  }),
  InvoiceIssued: ({ issuedOn: date, stays }) => ({ date, kind: 'invoice', amount: amountOf(stays) }),
};
/** 種類を記録していなかったころの日締めが数えた書類。 */
const FORMER_PAPER_KINDS = ['receipt', 'statement'];

/** 書類を、人と種類ごと (件数・金額) に集計します。 */
function closedPaperSums(papers, kinds) {
  const sums = new Map();
  for (const { who, kind, amount } of papers) {
    if (kinds.includes(kind)) add(sums, `${who} ${kind}`, [1, amount]);
  }
  return sums;
}

/** 締めた記録に書かれている集計。 */
function statedSums({ ways, people, papers }) {
  const who = ({ staffId, terminal }) => whoOf({ staff_id: staffId, terminal });
  return {
    ways: new Map(ways.map((way) => [`支払方法${way.paymentType}`, [way.count, way.taken, way.back]])),
    people: new Map(people.map((sum) => [`${who(sum)} 支払方法${sum.paymentType}`, [sum.count, sum.sum]])),
    papers: new Map(papers.map((sum) => [`${who(sum)} ${sum.receiptKind}`, [sum.count, sum.amount]])),
  };
}

const PARTS = { ways: '支払方法ごとの金額', people: '人ごとの金額', papers: '書類の件数と金額' };

/** ログの行を 1 行目から順に add に渡すと、closed に締めた日の数、faults に合わないところが残ります。 */
function createRecount() {
  const bookings = new Map();
  const moves = new Map();
  const papers = new Map();
  const undated = [];
  const closedDays = new Set();
  const recount = { closed: 0, faults: [], add: addSafely };

  function addMoney(row, data, before, after) {
    const moved = data.moved ?? formerMoves(before, after);
    if (moved.length === 0) return;
    const named = moved.map((move) => ({ ...move, who: whoOf(row) }));
    const day = data.paymentDay ?? null;
    if (day === null) return undated.push({ at: row.recorded_at, named });
    if (closedDays.has(day)) {
      recount.faults.push({ position: row.position, text: `締めた後の ${day} に入金があります。` });
    }
    moves.set(day, [...(moves.get(day) ?? []), ...named]);
  }

  function addPaper(row, { date, kind, amount }) {
    const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    const day = closedDays.has(date) ? next : date;
    papers.set(day, [...(papers.get(day) ?? []), { who: whoOf(row), kind, amount }]);
  }

  function close({ position }, data) {
    const { date, timezone } = data;
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone });
    const old = undated.filter(({ at }) => format.format(new Date(at)) === date);
    const counted = sumsOf([...(moves.get(date) ?? []), ...old.flatMap(({ named }) => named)]);
    const found = {
      ...counted,
      papers: closedPaperSums(papers.get(date) ?? [], data.paperKinds ?? FORMER_PAPER_KINDS),
    };
    const stated = statedSums(data);
    for (const [part, name] of Object.entries(PARTS)) {
      if (listed(found[part]) === listed(stated[part])) continue;
      recount.faults.push({ position, text: `${date} の${name}が、ログから数えたものと違います。` });
    }
    if (closedDays.has(date)) recount.faults.push({ position, text: `${date} が 2 回締められています。` });
    closedDays.add(date);
    recount.closed += 1;
  }

  /** 製品のものでない行があっても、確認は最後まで続けます。 */
  function addSafely(row) {
    try {
      addRow(row);
    } catch {
      recount.faults.push({ position: row.position, text: '入金か日締めの内容を読めません。' });
    }
  }

  function addRow(row) {
    if (row.type === 'DayClosed') return close(row, JSON.parse(row.payload));
    const paper = NUMBERED_PAPERS[row.type];
    if (paper) return addPaper(row, paper(JSON.parse(row.payload)));
    if (!row.stream.startsWith('reservation-')) return;
    const data = JSON.parse(row.payload);
    const before = bookings.get(row.stream) ?? {};
    const changes = PRICE_FIELDS.filter((field) => field in data).map((field) => [field, data[field]]);
    const after = { ...before, ...Object.fromEntries(changes) };
    bookings.set(row.stream, after);
    if (MONEY_TYPES.includes(row.type)) addMoney(row, data, before, after);
  }

  return recount;
}

export { createRecount };
