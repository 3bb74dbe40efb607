// 書類の金額の計算。予約の読み取り (stays.mjs) だけから、領収書・明細書・返還請求書・請求書の内容を計算し直します。
import {
  costOf,
  isRoomFree,
  moneyByWay,
  NIGHT_MS,
  nightTaxes,
  paidBefore,
  roomFee,
  stillDue,
  yenOf,
} from './stays.mjs';

/** 金額に含まれる消費税。1 円に満たない分は切り捨てます。 */
const taxWithin = ({ amount, taxRate }) => Math.floor((amount * taxRate) / (100 + taxRate));

/** 費用を税率ごとに、料金の税率を先頭に並べます。値引が税率の費用を超えた分は、ほかの税率から引きます。 */
function costByRates(stay, taxRate) {
  const { beside, within } = nightTaxes(stay);
  const withinFee = Math.min(within, roomFee(stay));
  const sums = new Map([[taxRate, roomFee(stay) - withinFee]]);
  for (const line of stay.lines) sums.set(line.taxRate, (sums.get(line.taxRate) ?? 0) + line.amount);
  let over = [...sums.values()].reduce((sum, amount) => sum + Math.max(0, -amount), 0);
  for (const [rate, amount] of sums) {
    const used = Math.min(over, Math.max(0, amount));
    over -= used;
    sums.set(rate, Math.max(0, amount) - used);
  }
  for (const [rate, amount] of sums) if (amount === 0) sums.delete(rate);
  if (beside + withinFee > 0) sums.set(0, (sums.get(0) ?? 0) + beside + withinFee);
  return [...sums].map(([rate, amount]) => ({ taxRate: rate, amount }));
}

/** 税率ごとの費用の、初めの from 円を除いた後の length 円。 */
function slice(totals, from, length) {
  let at = 0;
  return totals.flatMap(({ taxRate, amount }) => {
    const [start, end] = [Math.max(at, from), Math.min(at + amount, from + length)];
    at += amount;
    return end > start ? [{ taxRate, amount: end - start }] : [];
  });
}

/** 当館が受け取ったお金。事前決済の支払方法のものは、ほかが受け取ったお金です。 */
const receivedHere = (stay, { kinds }) =>
  moneyByWay(stay).filter(({ paymentType }) => kinds.get(paymentType) !== '事前決済');

/** 支払方法ごとの金額を、合計が amount になるまで初めの方法から減らします。 */
function waysWithin(ways, amount) {
  let over = Math.max(0, yenOf(ways) - amount);
  return ways.flatMap((way) => {
    const less = Math.min(Math.max(0, way.amount), over);
    over -= less;
    return way.amount > less || way.amount < 0 ? [{ ...way, amount: way.amount - less }] : [];
  });
}

function endedAs(stay) {
  if (!isRoomFree(stay)) return null;
  return stay.isMissed ? 'ノーショー' : 'キャンセル';
}

/** 宿泊税の行の [種類, 金額]。税ごとに 1 行です。 */
function taxLinesOf(stay) {
  const sums = new Map();
  for (const span of stay.isCancelled ? [] : stay.spans) {
    const kind = span.isIncluded ? '内宿泊税' : '宿泊税';
    for (const tax of span.taxes) {
      const { beside, within } = nightTaxes({ ...stay, isMissed: false, spans: [{ ...span, taxes: [tax] }] });
      const key = JSON.stringify([kind, tax.levy]);
      sums.set(key, (sums.get(key) ?? 0) + beside + within);
    }
  }
  return [...sums].filter(([, yen]) => yen > 0).map(([key, yen]) => [JSON.parse(key)[0], yen]);
}

const linesShown = (stay) => stay.lines.map(({ kind, amount, taxRate }) => [kind, amount, taxRate]);

/** 領収書 (receipt) か明細書 (statement) の内容。明細の名前は暗号化されているため、種類と金額だけです。 */
function wholePaper(kind, stay, facts) {
  const { stayStart, stayEnd, roomNumber, totalFee, usedPoints, coupon } = stay;
  const totals = costByRates(stay, facts.taxRate);
  const here = receivedHere(stay, facts);
  const elsewhere = Math.max(0, paidBefore(stay) + yenOf(moneyByWay(stay)) - yenOf(here));
  const isAll = kind === 'statement';
  const amount = isAll ? yenOf(totals) : Math.max(0, Math.min(yenOf(here), yenOf(totals) - elsewhere));
  return {
    amount,
    taxRate: facts.taxRate,
    totals: isAll ? totals : slice(totals, elsewhere, amount),
    stay: { stayStart, stayEnd, roomNumber, totalFee, usedPoints, coupon, ended: endedAs(stay) },
    lines: [...linesShown(stay), ...taxLinesOf(stay)],
    ways: isAll ? [] : waysWithin(here, amount),
  };
}

const nightAfter = (night, count = 1) =>
  new Date(Date.parse(night) + count * NIGHT_MS).toISOString().slice(0, 10);

/** 分けられる泊の、料金とポイントと宿泊税。端数の円は初めの泊からです。ほかで支払われた予約にはありません。 */
function nightsToSplit(stay, { kinds }) {
  const due = roomFee(stay);
  const isElsewhere =
    paidBefore(stay) > 0 ||
    stay.entries.some(({ moved }) => moved.some(({ paymentType }) => kinds.get(paymentType) === '事前決済'));
  if (isElsewhere || due + nightTaxes(stay).beside === 0) return new Map();
  const count = (Date.parse(stay.stayEnd) - Date.parse(stay.stayStart)) / NIGHT_MS;
  const part = (yen, index) => Math.floor(yen / count) + (index < yen % count ? 1 : 0);
  const nights = new Map();
  for (let index = 0; index < count; index += 1) {
    const night = nightAfter(stay.stayStart, index);
    const { beside, within } = nightTaxes(stay, night, nightAfter(night), true);
    const [fee, paid] = [part(Math.max(due, stay.totalFee), index), part(due, index)];
    nights.set(night, { fee, points: fee - paid, within: Math.min(within, paid), beside });
  }
  return nights;
}

const summed = (items, field) => items.reduce((sum, item) => sum + item[field], 0);

/** 分けた領収書の 1 枚の内容。ways はまだ使われていない支払方法ごとの金額で、使った分を減らします。 */
function partPaper({ nights, charges }, stay, splittable, ways, facts) {
  const chosen = nights.flatMap((night) => splittable.get(night) ?? []);
  const lines = stay.lines.filter(({ id }) => charges.includes(id));
  const [fee, points] = [summed(chosen, 'fee'), summed(chosen, 'points')];
  const [beside, within] = [summed(chosen, 'beside'), summed(chosen, 'within')];
  const sums = new Map([[facts.taxRate, fee - points - within]]);
  for (const { taxRate, amount } of lines) sums.set(taxRate, (sums.get(taxRate) ?? 0) + amount);
  sums.set(0, (sums.get(0) ?? 0) + beside + within);
  const totals = [...sums]
    .map(([taxRate, amount]) => ({ taxRate, amount }))
    .filter((sum) => sum.amount !== 0);
  const amount = yenOf(totals);
  let open = Math.max(0, amount);
  const used = ways.flatMap((way) => {
    const given = Math.min(way.amount, open);
    way.amount -= given;
    open -= given;
    return given > 0 ? [{ paymentType: way.paymentType, amount: given }] : [];
  });
  const sortedNights = [...nights].sort();
  const last = sortedNights.at(-1);
  return {
    amount,
    taxRate: facts.taxRate,
    totals,
    stay: {
      ...{ stayStart: sortedNights[0] ?? stay.stayStart, stayEnd: last ? nightAfter(last) : stay.stayEnd },
      ...{ roomNumber: stay.roomNumber, totalFee: fee, usedPoints: points, coupon: stay.coupon },
      ended: endedAs(stay),
    },
    lines: [...lines.map((line) => [line.kind, line.amount, line.taxRate]), beside, within],
    ways: used,
  };
}

/** 1 組の領収書の内容を、parts の順に計算します。 */
function partPapers(parts, stay, facts) {
  const splittable = nightsToSplit(stay, facts);
  const ways = wholePaper('receipt', stay, facts).ways.map((way) => ({ ...way }));
  return parts.map((part) => partPaper(part, stay, splittable, ways, facts));
}

/** 1 組の領収書の泊と明細について、おかしなところ。なければ null。 */
function partsFault(parts, stay, facts) {
  const splittable = nightsToSplit(stay, facts);
  const nights = parts.flatMap((part) => part.nights);
  const charges = parts.flatMap((part) => part.charges);
  const isKnown =
    nights.every((night) => splittable.has(night)) &&
    charges.every((charge) => stay.lines.some(({ id }) => id === charge));
  if (!isKnown) return '予約にない泊か明細の領収書です。';
  const isOnce = new Set(nights).size === nights.length && new Set(charges).size === charges.length;
  return isOnce ? null : '同じ泊か明細が、1 組の領収書に 2 回あります。';
}

const lessBy = (totals, others) =>
  totals
    .map(({ taxRate, amount }) => ({
      taxRate,
      amount: amount - yenOf(others.filter((other) => other.taxRate === taxRate)),
    }))
    .filter(({ amount }) => amount > 0);

/** 費用のうち、当館が受け取ってよいもの。ほかが受け取ったお金は、料金から先に使います。 */
function ownedByRates(stay, facts) {
  const site = yenOf(moneyByWay(stay)) - yenOf(receivedHere(stay, facts));
  const from = Math.min(costOf(stay), paidBefore(stay) + site);
  return slice(costByRates(stay, facts.taxRate), from, costOf(stay) - from);
}

/**
 * 1.33.0 までの計算: 事前決済の方法で、受け取ったより多く返していれば、その差を初めの税率の、受け取ってよいものに足していました。
 */
function formerlyOwned(stay, facts) {
  const site = yenOf(moneyByWay(stay)) - yenOf(receivedHere(stay, facts));
  const over = Math.max(0, -Math.min(costOf(stay), paidBefore(stay) + site));
  return ownedByRates(stay, facts).map((sum, at) => (at === 0 ? { ...sum, amount: sum.amount + over } : sum));
}

const isBack = ({ sum, isUndone, isTransfer }) => sum < 0 && !isUndone && !isTransfer;
/** 料金の下がった分を数え始めるところ: 入金か、部屋移動で宿泊を分けた振替。 */
const isTaken = ({ sum, isUndone, isTransfer }) => (sum > 0 || isTransfer) && !isUndone;

/**
 * 返金の返還請求書の内容。返金でなければ null。moments は、お金が動いた行の前後の予約、papers はその予約の返還請求書です。
 * 支払われたときの領収書の内容から、値下がり後の費用 (owned) と、同じ支払いについてのほかの返金の書類を引いたものです。
 */
function returnPaper(refund, { now, moments, returns }, facts, owned = ownedByRates) {
  const entry = now.entries.find(({ id }) => id === refund);
  if (!entry || !isBack(entry)) return null;
  const paid = now.entries.findLast((one) => one.id < refund && isTaken(one));
  const next = now.entries.find((one) => one.id > refund && isTaken(one));
  const before = paid ? moments.get(paid.id).after : now;
  const { stayStart, stayEnd, roomNumber } = before;
  const told = { day: entry.day, stay: { stayStart, stayEnd, roomNumber }, amount: 0, totals: [] };
  if (!paid) return told;
  const after = next ? moments.get(next.id).before : now;
  const isBeside = ([other]) =>
    other !== refund &&
    other > paid.id &&
    (!next || other < next.id) &&
    now.entries.some((one) => one.id === other && isBack(one));
  const others = [...returns].filter(isBeside).flatMap(([, { totals }]) => totals);
  const had = wholePaper('receipt', before, facts).totals;
  const totals = slice(lessBy(lessBy(had, owned(after, facts)), others), 0, -entry.sum);
  return { ...told, amount: yenOf(totals), totals };
}

/** 請求書の中の 1 件の予約。 */
function billedPaper(bookingId, stay, facts) {
  const { stayStart, stayEnd, roomNumber, usedPoints } = stay;
  const amount = stillDue(stay);
  const lines = stay.lines.map(({ id, kind, amount, taxRate }) => [id, kind, amount, taxRate]);
  return {
    ...{ bookingId, stayStart, stayEnd, roomNumber, usedPoints, amount },
    totalFee: isRoomFree(stay) ? 0 : stay.totalFee,
    owed: costOf(stay) - paidBefore(stay),
    taken: yenOf(moneyByWay(stay)),
    lines: [...lines, ...taxLinesOf(stay).map(([kind, yen]) => [0, kind, yen, 0])],
    totals: slice(costByRates(stay, facts.taxRate), costOf(stay) - amount, amount),
  };
}

export {
  billedPaper,
  formerlyOwned,
  partPapers,
  partsFault,
  receivedHere,
  returnPaper,
  taxWithin,
  wholePaper,
};
