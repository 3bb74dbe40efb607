// 予約の読み取り。ログの行だけを読み、製品の計算を使わずに、宿泊・明細・宿泊税とお金の動きをたどります。
const STAY_FIELDS =
  'stayStart stayEnd roomNumber totalFee usedPoints coupon corporateId paymentType paymentFlag'.split(' ');
const NIGHT_MS = 86_400_000;

const yenOf = (parts) => parts.reduce((sum, { amount }) => sum + amount, 0);
const opposite = (moved) => moved.map(({ paymentType, amount }) => ({ paymentType, amount: -amount }));
const picked = (data) =>
  Object.fromEntries(STAY_FIELDS.filter((field) => field in data).map((field) => [field, data[field]]));

/** 部屋の料金がかからない予約: 取り消されたか、キャンセル料の付いたノーショー。 */
const isRoomFree = ({ isCancelled, isMissed, lines }) =>
  isCancelled || (isMissed && lines.some(({ isForEnd }) => isForEnd));

/** ポイントを引いた宿泊料金。部屋の料金がかからなければ 0。 */
const roomFee = (stay) => (isRoomFree(stay) ? 0 : Math.max(0, stay.totalFee - stay.usedPoints));

/** 宿泊税: 料金とは別のもの (beside) と、料金に含まれるもの (within)。from から to の前までの泊について数えます。 */
function nightTaxes(stay, from = stay.stayStart, to = stay.stayEnd, isOfNight = false) {
  const sums = { beside: 0, within: 0 };
  for (const { start, end, persons, isIncluded, exemption, taxes } of isRoomFree(stay) ? [] : stay.spans) {
    if (exemption !== null) continue;
    const [first, last] = isOfNight ? [start > from ? start : from, end < to ? end : to] : [start, end];
    const nights = Math.max(0, (Date.parse(last) - Date.parse(first)) / NIGHT_MS);
    const each = taxes.reduce((sum, { yen }) => sum + yen, 0);
    sums[isIncluded ? 'within' : 'beside'] += nights * persons * each;
  }
  return sums;
}

/** 予約の費用: 料金と明細の合計 (0 より下にはならない) に、別の宿泊税を足したもの。 */
const costOf = (stay) => Math.max(0, roomFee(stay) + yenOf(stay.lines)) + nightTaxes(stay).beside;

/** ほかで支払われた料金 (事前決済)。取り消された予約では、キャンセル料まで。 */
function paidBefore(stay) {
  if (!stay.isPrepaid) return 0;
  if (!isRoomFree(stay)) return roomFee(stay);
  const forEnd = yenOf(stay.lines.filter(({ isForEnd }) => isForEnd).slice(0, 1));
  return Math.min(Math.max(0, stay.totalFee - stay.usedPoints), forEnd);
}

/** 支払方法ごとの入金と返金の差引。初めに使われた順で、0 のものは除きます。 */
function moneyByWay({ entries }) {
  const sums = new Map();
  for (const { paymentType, amount } of entries.flatMap(({ moved }) => moved)) {
    sums.set(paymentType, (sums.get(paymentType) ?? 0) + amount);
  }
  return [...sums]
    .map(([paymentType, amount]) => ({ paymentType, amount }))
    .filter(({ amount }) => amount !== 0);
}

const stillDue = (stay) => costOf(stay) - paidBefore(stay) - yenOf(moneyByWay(stay));

/** 動いた金額を記録していなかったころの入金は、その前の支払状況と残りから分かります。 */
function unnamedMoves(stay, { paymentType, paymentFlag }) {
  const back = opposite(moneyByWay(stay));
  if (paymentFlag === 0) return stay.paymentFlag === 0 ? [] : back;
  const isOtherWay = stay.paymentFlag === 1 && stay.paymentType !== paymentType;
  const amount = isOtherWay ? costOf(stay) : Math.max(0, stillDue(stay));
  return [...(isOtherWay ? back : []), ...(amount === 0 ? [] : [{ paymentType, amount }])];
}

function afterMoney(stay, id, data, isTransfer = false) {
  const moved = data.moved ?? unnamedMoves(stay, data);
  const isSame = stay.paymentFlag === 0 || (data.paymentFlag === 1 && stay.paymentType === data.paymentType);
  const undone = (entry) => ((data.reverses ?? []).includes(entry.id) ? { ...entry, isUndone: true } : entry);
  const entry = { id, moved, day: data.paymentDay ?? null, sum: yenOf(moved), isTransfer };
  return {
    entries: [...stay.entries.map(undone), ...(moved.length > 0 ? [entry] : [])],
    isPrepaid: 'isPrepaid' in data && data.isPrepaid !== null ? data.isPrepaid : stay.isPrepaid && isSame,
  };
}

const lineAdded = ({ lines }, line) => ({ lines: [...lines, line] });

/** 行の種類ごとに、予約で変わるところ。ここにない種類の行では何も変わりません。 */
const CHANGES = {
  ReservationAmended: (_, __, data) => picked(data),
  ReservationCancelled: () => ({ isCancelled: true }),
  ReservationReturnedToAutoFail: () => ({ isCancelled: true }),
  ReservationTakenBack: () => ({ isCancelled: true }),
  ReservationReinstated: () => ({ isCancelled: false }),
  GuestNoShow: () => ({ isMissed: true }),
  NoShowReverted: () => ({ isMissed: false }),
  GuestCheckedIn: () => ({ isMissed: false }),
  PersonalDataErased: () => ({ isErased: true }),
  PaymentRecorded: (stay, id, data) => ({ ...picked(data), ...afterMoney(stay, id, data) }),
  // 部屋移動で分けた宿泊の一方。お金は、もう一方との振替です。
  StayDivided: (stay, id, data) => ({
    ...picked(data),
    entries: afterMoney(stay, id, data, true).entries,
  }),
  PaymentTaken: (stay, id, data) => ({
    ...picked(data),
    entries: afterMoney(stay, id, data).entries,
  }),
  PaymentRefunded: (stay, id, data) => ({
    ...picked(data),
    entries: afterMoney(stay, id, data).entries,
  }),
  ChargeAdded: (stay, id, { chargeKind: kind, chargeAmount: amount, chargeTaxRate: taxRate, ...data }) => ({
    ...picked(data),
    ...lineAdded(stay, { id, kind, amount, taxRate, isForEnd: false }),
  }),
  ChargeRemoved: ({ lines }, _, { charge, ...data }) => ({
    ...picked(data),
    lines: lines.filter(({ id }) => id !== charge),
  }),
  CancellationFeeCharged: (stay, id, { feeAmount: amount, feeTaxRate: taxRate, ...data }) => ({
    ...picked(data),
    ...lineAdded(stay, { id, kind: 'キャンセル料', amount, taxRate, isForEnd: true }),
  }),
  LodgingTaxAssessed: (_, __, { paymentFlag, spans }) => ({ paymentFlag, spans }),
};

const NO_STAY = { entries: [], lines: [], spans: [], isCancelled: false, isMissed: false, isErased: false };

/** 行の後の予約。before は前の行までの予約 (最初の行では undefined) で、書き換えません。 */
function stayAfter(before, { type, version }, data) {
  if (type === 'ReservationCreated') {
    return { ...NO_STAY, ...picked(data), version, isPrepaid: data.paymentFlag === 1 };
  }
  const after = { ...before, ...CHANGES[type]?.(before, version, data), version };
  // 別の日に泊まる人は、また待たれています。
  if (after.stayStart !== before.stayStart) after.isMissed = false;
  // 泊まることになった人は、キャンセル料ではなく宿泊料金を支払います。
  if (!after.isCancelled && !after.isMissed && after.lines.some(({ isForEnd }) => isForEnd)) {
    after.lines = after.lines.filter(({ isForEnd }) => !isForEnd);
    after.paymentFlag = stillDue(after) > 0 ? 0 : 1;
  }
  return after;
}

export {
  costOf,
  isRoomFree,
  moneyByWay,
  NIGHT_MS,
  nightTaxes,
  paidBefore,
  roomFee,
  stayAfter,
  stillDue,
  yenOf,
};
