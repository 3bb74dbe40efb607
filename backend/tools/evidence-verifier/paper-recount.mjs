// 書類の再計算。ログの行だけを読み、製品の計算を使わずに、発行された書類の一つひとつを計算し直します。
import {
  billedPaper,
  formerlyOwned,
  partPapers,
  partsFault,
  receivedHere,
  returnPaper,
  taxWithin,
  wholePaper,
} from './paper-figures.mjs';
import { stayAfter, yenOf } from './stays.mjs';

const PAPER_KINDS = { receipt: '領収書', statement: '宿泊明細書' };
/** 種類のなかったころの支払方法は、名前から分かります。 */
const WAY_NAMES = [
  [
    '事前決済',
    /事前|前払|先払|オンライン|ネット決済|サイト決済|決済代行|支払い?済|決済済|プリペイ|PREPAID|VCC/i,
  ],
  ['請求書', /請求書|掛払|後払/],
];
const numberText = (number) => `No.${String(number).padStart(6, '0')}`;
const yenText = (yen) => `${yen.toLocaleString('ja-JP')}円`;
const byRate = (totals) =>
  [...totals].sort((one, other) => other.taxRate - one.taxRate).map((sum) => [sum.taxRate, sum.amount]);
const byWay = (ways) => ways.map(({ paymentType, amount }) => [paymentType, amount]);
const ratesText = (totals) =>
  byRate(totals)
    .map(([rate, amount]) => `${rate === 0 ? '対象外' : `${rate}%`} ${yenText(amount)}`)
    .join('、') || 'なし';
const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function wayKind({ paymentName, isInvoice, kind }) {
  if (kind !== undefined) return kind;
  const named = WAY_NAMES.find(([, name]) => name.test(paymentName))?.[0] ?? 'その他';
  if (isInvoice === undefined) return named;
  if (isInvoice === 1) return '請求書';
  return named === '請求書' ? 'その他' : named;
}

/** 一つの書類。faults に、ログから計算したものと違うところが残ります。 */
function addPaper(log, row, paper) {
  const issued = {
    ...{ position: row.position, replacedBy: null, endedBy: '', reissues: 0, faults: [], replaces: [] },
    ...paper,
    totals: paper.totals.map((total) => ({ ...total, tax: taxWithin(total) })),
  };
  log.papers.push(issued);
  return issued;
}

function blame(log, paper, text, position = paper.position) {
  paper.faults.push(text);
  log.faults.push({ position, text: `${paper.kind} ${numberText(paper.number)}: ${text}` });
}

/** 番号は、領収書・明細書・返還請求書で一続き、請求書で別の一続きです。 */
function checkNumber(log, series, paper) {
  const { used, last } = log.series[series];
  if (used.has(paper.number)) blame(log, paper, '同じ番号の書類が 2 枚あります。');
  else if (paper.number !== last + 1)
    blame(log, paper, `番号が続いていません。次の番号は ${numberText(last + 1)} です。`);
  used.add(paper.number);
  log.series[series].last = paper.number;
}

function valueText(value) {
  if (value === null || value === undefined || value === '') return 'なし';
  return typeof value === 'number' ? value.toLocaleString('ja-JP') : String(value);
}

function differ(log, paper, name, stated, found, text = valueText) {
  if (isEqual(stated, found)) return;
  blame(
    log,
    paper,
    `${name}が違います。書かれているのは ${text(stated)}、ログから計算すると ${text(found)} です。`,
  );
}

const FIELD_NAMES = {
  ...{
    stayStart: 'チェックイン日',
    stayEnd: 'チェックアウト日',
    roomNumber: '部屋番号',
    totalFee: '合計料金',
  },
  ...{
    usedPoints: 'ポイント',
    coupon: 'クーポン',
    ended: '取消・ノーショーの別',
    owed: '費用',
    taken: '入金',
  },
};

/** 内容を項目ごとに比べます。prefix は、どの予約の内容かです。 */
function differByField(log, paper, stated, found, prefix = '') {
  for (const field of Object.keys(FIELD_NAMES).filter((name) => name in found))
    differ(log, paper, `${prefix}${FIELD_NAMES[field]}`, stated[field] ?? null, found[field]);
}

const waysText = (ways) =>
  ways
    .map(([way, amount]) => `${way === null ? '支払方法なし' : `支払方法${way}`} ${yenText(amount)}`)
    .join('、') || 'なし';
const linesText = (lines) =>
  lines.map(([, kind, amount, rate]) => `${kind} ${yenText(amount)} (${rate}%)`).join('、') || 'なし';

const numbersText = (numbers) => numbers.map(numberText).join('、') || 'なし';

/** 差し替えた書類に、代わりの番号を付けます。 */
function replace(papers, number) {
  for (const paper of papers) paper.replacedBy = number;
}

/** 泊まらなかったことを書かなかったころの書類は、キャンセル料の付いていない取消だけです。 */
const saysEnd = (stated, { now }) =>
  stated.ended !== undefined || !now.isCancelled || now.lines.some((line) => line.isForEnd);

function checkContent(log, paper, data, content, booking) {
  differ(log, paper, '金額', data.receiptAmount, content.amount, yenText);
  differ(log, paper, '税率', data.receiptTaxRate, content.taxRate, (rate) => `${rate}%`);
  if (!data.receiptTotals) return;
  const [stated, found] = [data.receiptTotals, content.totals];
  if (!isEqual(byRate(stated), byRate(found))) differ(log, paper, '税率ごとの金額', stated, found, ratesText);
  differ(log, paper, '支払方法ごとの金額', byWay(data.receiptWays), byWay(content.ways), waysText);
  const { ended, ...stay } = content.stay;
  const told = saysEnd(data.receiptStay, booking) ? content.stay : stay;
  differByField(log, paper, data.receiptStay, told);
}

/** 残っている領収書の合計は、その予約で当館が受け取った金額を超えません。 */
function checkTaken(log, booking, paper, living) {
  const received = Math.max(0, yenOf(receivedHere(booking.now, log)));
  const sum = yenOf(living);
  if (sum <= received) return;
  const text = `領収書の合計 ${yenText(sum)} が、受け取った金額 ${yenText(received)} を超えています。`;
  blame(log, paper, text);
}

function titleOf({ receiptKind, receiptPart, receiptStay }) {
  const name = `${receiptStay?.ended ? 'キャンセル料 ' : ''}${PAPER_KINDS[receiptKind]}`;
  return receiptPart ? `${name} (${receiptPart.place}/${receiptPart.of})` : name;
}

/** 支払の内容を書かなかったころの領収書は、ポイントを引いた料金のものです。 */
const formerPaper = ({ now }, { taxRate }) => ({
  ...{ amount: Math.max(0, now.totalFee - now.usedPoints), taxRate, lines: [] },
});

/** 発行したときに立っている書類のうち、新しい書類が代わるもの。 */
function replacedPapers({ papers }, kind) {
  if (kind === 'receipt' && papers.parts.length > 0) return papers.parts;
  return papers[kind] ? [papers[kind]] : [];
}

/** 分けた領収書の組。初めの 1 枚で始まり、同じ組の残りが続きます。 */
function partSet(log, booking, paper, { receiptPart: part }) {
  const set = booking.set;
  const isFirst = part.place === 1;
  if (isFirst)
    booking.set = { of: part.of, parts: [part], papers: [], old: replacedPapers(booking, 'receipt') };
  else set?.parts.push(part);
  const isNext = isFirst || (set && set.of === part.of && set.parts.length === part.place);
  if (!isNext) blame(log, paper, '分けた領収書の順番が続いていません。');
  booking.set ??= { of: part.of, parts: [part], papers: [], old: [] };
  return booking.set;
}

function receiptContent(log, booking, paper, data) {
  if (!data.receiptTotals) return formerPaper(booking, log);
  if (!data.receiptPart) return wholePaper(data.receiptKind, booking.now, log);
  const { parts } = booking.set;
  const fault = partsFault(parts, booking.now, log);
  if (fault) blame(log, paper, fault);
  return partPapers(parts, booking.now, log).at(-1);
}

/** 分けた領収書は一度に発行されるので、組の残りはすぐ後の行です。 */
function endSet(log) {
  if (log.openSet) blame(log, log.openSet.paper, '分けた領収書の残りがありません。');
  log.openSet = null;
}

/** 一組の領収書に代わるときは、組のすべての番号も書かれています。 */
function checkReplaced(log, paper, { receiptReplaces, receiptVoids = [] }, old) {
  const numbers = old.map(({ number }) => number);
  const first = [receiptReplaces].filter((number) => number !== null);
  paper.replaces = receiptVoids.length > 0 ? receiptVoids : first;
  differ(log, paper, '差し替えた書類の番号', first, numbers.slice(0, 1), numbersText);
  differ(log, paper, '差し替えた組の番号', receiptVoids, numbers.length > 1 ? numbers : [], numbersText);
}

function issueReceipt(log, booking, row, data) {
  const { receiptKind = 'receipt', receiptPart, receiptStay } = data;
  if (!(receiptPart?.place > 1)) endSet(log);
  const { stayStart, stayEnd, roomNumber } = receiptStay ?? booking.now;
  const paper = addPaper(log, row, {
    ...{ kind: titleOf({ ...data, receiptKind }), number: data.receiptNumber, day: data.receiptDate },
    ...{ amount: data.receiptAmount, booking: booking.id, stay: { stayStart, stayEnd, roomNumber } },
    totals: data.receiptTotals ?? [{ taxRate: data.receiptTaxRate, amount: data.receiptAmount }],
  });
  const set = receiptPart ? partSet(log, booking, paper, data) : null;
  const old = set?.old ?? replacedPapers(booking, receiptKind);
  checkNumber(log, 'papers', paper);
  paper.content = receiptContent(log, booking, paper, data);
  checkContent(log, paper, data, paper.content, booking);
  if (booking.now.isErased) blame(log, paper, '個人情報を削除した後に発行されています。');
  if (receiptKind === 'receipt' && data.receiptAmount <= 0) blame(log, paper, '金額のない領収書です。');
  if (data.receiptTotals) checkReplaced(log, paper, data, old);
  replace(old, paper.number);
  set?.papers.push(paper);
  log.openSet = set && receiptPart.place < receiptPart.of ? { stream: row.stream, paper } : null;
  if (set) booking.papers.parts = set.papers;
  else booking.papers[receiptKind] = paper;
  if (!set && receiptKind === 'receipt') booking.papers.parts = [];
  if (!set) booking.set = receiptKind === 'receipt' ? null : booking.set;
  if (data.receiptTotals && receiptKind === 'receipt')
    checkTaken(log, booking, paper, set?.papers ?? [paper]);
}

/** 再発行は、発行したときと内容が同じ書類だけです。 */
function reissue(log, paper, row, found, what) {
  if (!paper) {
    log.faults.push({ position: row.position, text: `${what}の再発行ですが、発行された書類がありません。` });
    return;
  }
  paper.reissues += 1;
  if (paper.replacedBy !== null) blame(log, paper, '差し替えられた後に再発行されています。', row.position);
  const told = ({ amount, totals, stay, lines, ways, day }) =>
    totals ? [amount, byRate(totals), stay, lines, ways, day] : amount;
  const isSame =
    found && isEqual(told(paper.content), told(paper.content.totals ? found : { amount: found.amount }));
  if (!isSame) blame(log, paper, '内容が変わった後に、同じ番号で再発行されています。', row.position);
}

function reissueReceipt(log, booking, row, { receiptKind, receiptOf }) {
  const { papers, now, set } = booking;
  if (receiptOf === undefined) {
    const kind = receiptKind ?? 'receipt';
    const found = receiptKind ? wholePaper(kind, now, log) : formerPaper(booking, log);
    return reissue(log, papers[kind], row, found, PAPER_KINDS[kind]);
  }
  const index = papers.parts.findIndex(({ number }) => number === receiptOf);
  const found = index < 0 ? null : partPapers(set.parts, now, log)[index];
  return reissue(log, papers.parts[index], row, found, `領収書 ${numberText(receiptOf)} `);
}

/**
 * 返金の書類の内容。1.33.0 までは、ほかの返金の書類を、差し替えられたものまで引き、事前決済の方法で受け取ったより多く返した分も
 * 引いていました。そのとおりに書かれている書類は、そのころの内容です (isFormer)。
 */
function returnContent(log, booking, refund, stated) {
  const content = returnPaper(refund, booking, log);
  const former = returnPaper(refund, { ...booking, returns: booking.everyReturn }, log, formerlyOwned);
  const isStated = (one) => one !== null && isEqual(byRate(stated), byRate(one.totals));
  return isStated(former) && !isStated(content) ? { ...former, isFormer: true } : content;
}

function issueReturn(log, booking, row, data) {
  const { refund, returnStay, returnTotals } = data;
  const paper = addPaper(log, row, {
    ...{ kind: '適格返還請求書', number: data.returnNumber, day: data.returnDate },
    ...{ amount: yenOf(returnTotals), totals: returnTotals, booking: booking.id, stay: returnStay },
  });
  checkNumber(log, 'papers', paper);
  const known = booking.returns.get(refund);
  paper.replaces = [data.returnReplaces].filter((number) => number !== null);
  const numbers = known ? [known.number] : [];
  differ(log, paper, '差し替えた書類の番号', paper.replaces, numbers, numbersText);
  const content = returnContent(log, booking, refund, returnTotals);
  paper.isFormer = content?.isFormer === true;
  if (!content) blame(log, paper, '返金の記録がありません。');
  else {
    differ(log, paper, '金額', paper.amount, content.amount, yenText);
    if (!isEqual(byRate(returnTotals), byRate(content.totals)))
      differ(log, paper, '税率ごとの金額', returnTotals, content.totals, ratesText);
    differ(log, paper, '返金の日', data.returnDay, content.day ?? data.returnDate);
    differByField(log, paper, returnStay, content.stay);
  }
  if (booking.now.isErased) blame(log, paper, '個人情報を削除した後に発行されています。');
  if (known) replace([known], paper.number);
  paper.content = content ?? {};
  booking.returns.set(refund, paper);
  booking.everyReturn.push([refund, paper]);
}

function changePapers(log, booking, row, data) {
  if (row.type === 'ReceiptIssued') issueReceipt(log, booking, row, data);
  if (row.type === 'ReceiptReissued') reissueReceipt(log, booking, row, data);
  if (row.type === 'ReturnInvoiceIssued') issueReturn(log, booking, row, data);
  if (row.type === 'ReturnInvoiceReissued') {
    const paper = booking.returns.get(data.refund);
    const found = returnContent(log, booking, data.refund, paper?.totals ?? []);
    reissue(log, paper, row, found, '適格返還請求書');
  }
}

function changeBooking(log, row, data) {
  const id = Number(row.stream.slice('reservation-'.length));
  const booking = log.bookings.get(id) ?? {
    ...{ id, now: undefined, moments: new Map(), returns: new Map(), everyReturn: [], set: null },
    papers: { receipt: null, statement: null, parts: [] },
  };
  log.bookings.set(id, booking);
  changePapers(log, booking, row, data);
  const before = booking.now;
  booking.now = stayAfter(before, row, data);
  const entry = booking.now.entries.at(-1);
  if (entry?.id === row.version) booking.moments.set(entry.id, { before, after: booking.now });
}

const chargeOf = ({ charge, kind, amount, taxRate }) => [charge, kind, amount, taxRate];

function checkBilled(log, invoice, stated) {
  const { paper, corporateId } = invoice;
  const name = `予約 ${stated.bookingId} の`;
  const stay = log.bookings.get(stated.bookingId)?.now;
  if (!stay) return blame(log, paper, `予約 ${stated.bookingId} がありません。`);
  if (stay.corporateId !== corporateId) blame(log, paper, `${name}法人が違います。`);
  const other = log.billed.get(stated.bookingId);
  if (other)
    blame(log, paper, `予約 ${stated.bookingId} は ${numberText(other.number)} で請求されています。`);
  log.billed.set(stated.bookingId, paper);
  const found = billedPaper(stated.bookingId, stay, log);
  differ(log, paper, `${name}金額`, stated.amount, found.amount, yenText);
  if (!isEqual(byRate(stated.totals), byRate(found.totals)))
    differ(log, paper, `${name}税率ごとの金額`, stated.totals, found.totals, ratesText);
  differByField(log, paper, stated, found, name);
  differ(log, paper, `${name}明細`, stated.lines.map(chargeOf), found.lines, linesText);
}

/** 請求書の消費税は、税率ごとの合計から一度だけ計算します。 */
function billedTotals(stays) {
  const sums = new Map();
  for (const { taxRate, amount } of stays.flatMap(({ totals }) => totals)) {
    sums.set(taxRate, (sums.get(taxRate) ?? 0) + amount);
  }
  return [...sums].map(([taxRate, amount]) => ({ taxRate, amount }));
}

function issueInvoice(log, row, { number, companyName, corporateId, stays, issuedOn, replaces }) {
  const paper = addPaper(log, row, {
    ...{ kind: '請求書', number, day: issuedOn, amount: yenOf(stays), totals: billedTotals(stays) },
    ...{ company: companyName, bookings: stays.map(({ bookingId }) => bookingId), stay: null },
  });
  const invoice = { paper, corporateId, paid: 0, shares: new Map() };
  log.invoices.set(row.stream, invoice);
  checkNumber(log, 'invoices', paper);
  differ(log, paper, '宛先の法人', companyName, log.companies.get(corporateId) ?? null);
  for (const stay of stays) checkBilled(log, invoice, stay);
  if (paper.amount <= 0) blame(log, paper, '請求する金額がありません。');
  const old = [...log.invoices.values()].filter(({ replacedBy }) => replacedBy === number);
  paper.replaces = [replaces].filter((one) => one !== null);
  const numbers = old.map((one) => one.paper.number);
  differ(log, paper, '差し替えた書類の番号', paper.replaces, numbers, numbersText);
}

/** 請求書の入金は、予約の入金と同じもので、合計は請求した金額を超えません。 */
function payInvoice(log, invoice, row, { shares }) {
  for (const { bookingId, entry, moved } of shares) {
    const found = log.bookings.get(bookingId)?.now?.entries.find(({ id }) => id === entry);
    const isSame = found && isEqual(byWay(found.moved), byWay(moved));
    if (!isSame) blame(log, invoice.paper, `入金が、予約 ${bookingId} の入金と違います。`, row.position);
  }
  const sum = yenOf(shares.flatMap(({ moved }) => moved));
  invoice.shares.set(row.version, sum);
  invoice.paid += sum;
  if (invoice.paid > invoice.paper.amount)
    blame(
      log,
      invoice.paper,
      `入金の合計 ${yenText(invoice.paid)} が請求した金額を超えています。`,
      row.position,
    );
}

function changeInvoice(log, row, data) {
  if (row.type === 'InvoiceIssued') return issueInvoice(log, row, data);
  const invoice = log.invoices.get(row.stream);
  const { paper } = invoice;
  const isOver =
    paper.endedBy !== '' && ['InvoicePaid', 'InvoiceReissued', 'InvoiceCancelled'].includes(row.type);
  if (isOver) blame(log, paper, '取り消された後に使われています。', row.position);
  if (row.type === 'InvoicePaid') payInvoice(log, invoice, row, data);
  if (row.type === 'InvoicePaymentReverted') invoice.paid -= invoice.shares.get(data.payment) ?? 0;
  if (row.type === 'InvoiceReissued') paper.reissues += 1;
  if (row.type !== 'InvoiceCancelled') return;
  paper.endedBy = data.reason;
  paper.replacedBy = data.replacedBy;
  invoice.replacedBy = data.replacedBy ?? undefined;
  for (const [booking, billed] of log.billed) if (billed === paper) log.billed.delete(booking);
}

function changeLog(log, row) {
  const [category, id] = row.stream.split('-');
  if (log.openSet?.stream !== row.stream || row.type !== 'ReceiptIssued') endSet(log);
  const data = () => JSON.parse(row.payload);
  if (category === 'reservation') return changeBooking(log, row, data());
  if (category === 'invoice') return changeInvoice(log, row, data());
  if (row.type === 'HotelDefined') log.taxRate = data().taxRate;
  if (row.type === 'PaymentDefined') log.kinds.set(Number(id), wayKind(data()));
  if (row.type === 'CorporateDefined') log.companies.set(Number(id), data().corporateShortName);
}

/** 書類の一覧の 1 行。予約の個人情報が削除されているかは、ログの終わりで分かります。 */
const listedPaper = (log) => {
  const isErased = (id) => log.bookings.get(id)?.now?.isErased === true;
  return ({ content: _, ...paper }) => ({
    ...paper,
    isErased: [paper.booking, ...(paper.bookings ?? [])].some(isErased),
  });
};

/** ログの行を 1 行目から順に add に渡すと、end で、書類 (発行順) と、計算と合わないところ (faults) を答えます。 */
function createPaperRecount() {
  const series = () => ({ used: new Set(), last: 0 });
  const log = {
    ...{ taxRate: 10, kinds: new Map(), companies: new Map(), bookings: new Map(), invoices: new Map() },
    ...{ billed: new Map(), series: { papers: series(), invoices: series() }, papers: [], faults: [] },
    openSet: null,
  };
  return {
    /** 製品のものでない行があっても、確認は最後まで続けます。 */
    add(row) {
      try {
        changeLog(log, row);
      } catch {
        log.faults.push({ position: row.position, text: '予約か書類の内容を読めません。' });
      }
    },
    end() {
      endSet(log);
      return { papers: log.papers.map(listedPaper(log)), faults: log.faults };
    },
  };
}

/** 書類の枚数か、計算と合わない書類を言葉にします。初めの 1 件の位置は、読む人がほかで知っています。 */
function papersText({ papers, faults: [first, ...others] }) {
  const figure = (number) => number.toLocaleString('ja-JP');
  if (first) {
    const told = others.slice(0, 19).map(({ position, text }) => ` 位置 ${figure(position)}: ${text}`);
    const more = others.length > told.length ? ` ほか ${figure(others.length - told.length)} 件。` : '';
    return `${first.text}${told.join('')}${more}`;
  }
  if (papers.length === 0) return '発行された書類はありません。';
  const former = papers.filter(({ isFormer }) => isFormer).map(({ number }) => numberText(number));
  const told = former.length > 0 ? ` 以前のバージョンの計算で発行されたもの: ${former.join('、')}。` : '';
  return `発行された ${figure(papers.length)} 枚の書類は、ログから計算し直したものと同じです。${told}`;
}

export { createPaperRecount, numberText, papersText };
