// 宿泊税の再計算。ログの行だけを読み、製品の計算を使わずに、宿泊税を税率表から計算し直し、月ごとに数えます。
const ENDS = ['ReservationCancelled', 'ReservationReturnedToAutoFail', 'ReservationTakenBack'];
const DAY_MS = 86_400_000;

/** その日の宿泊税: その日までに記録され、その日に始まっているもののうち、開始日が最も新しいもの。 */
function ruleOn(rules, night) {
  const known = [...rules.values()].map((said) => said.findLast(({ since }) => since <= night)?.content);
  const begun = known.filter((content) => content && content.firstDay <= night);
  return begun.sort((one, other) => (one.firstDay < other.firstDay ? -1 : 1)).at(-1);
}

/** 1人1泊の料金と、その日の税率表による税額。料金が宿泊税を含むときは、記録された料金から数えます。 */
function taxedAnew({ start, share, persons, price, isIncluded }, taxRate, rules) {
  const rule = ruleOn(rules, start);
  const net = isIncluded ? price : Math.floor(((share / persons) * 100) / (100 + taxRate));
  const taxes = (rule?.levies ?? []).map(({ name, brackets }) => {
    const { yen, rate } = brackets.findLast(({ from }) => from <= net);
    return [name, rate === null ? yen : Math.floor((net * rate) / 10_000)];
  });
  return JSON.stringify([net, taxes]);
}

/** ログの行を 1 行目から順に add に渡すと、months で月ごとの人泊と税額を答えます。faults は税率表と合わないところです。 */
function createTaxRecount() {
  const rules = new Map();
  const stays = new Map();
  const found = { faults: [], add: addSafely, months };

  function say(stream, since, content) {
    const before = (rules.get(stream) ?? []).filter((said) => said.since < since);
    rules.set(stream, [...before, { since, content }]);
  }

  function assess({ stream, position }, { taxRate, spans }) {
    stays.set(stream, { ...stays.get(stream), spans });
    for (const span of spans) {
      const stated = JSON.stringify([span.price, span.taxes.map(({ levy, yen }) => [levy, yen])]);
      if (stated === taxedAnew(span, taxRate, rules)) continue;
      found.faults.push({ position, text: `${span.start} の宿泊税が、その日の税率表と合いません。` });
    }
  }

  function addSafely(row) {
    try {
      addRow(row);
    } catch {
      found.faults.push({ position: row.position, text: '宿泊税の内容を読めません。' });
    }
  }

  function addRow(row) {
    const { type, stream } = row;
    if (type === 'LodgingTaxRuleDefined' || type === 'LodgingTaxRuleRetired') {
      const { recordedOn, ...content } = JSON.parse(row.payload);
      say(stream, recordedOn, type === 'LodgingTaxRuleDefined' ? content : null);
    }
    if (type === 'LodgingTaxAssessed') assess(row, JSON.parse(row.payload));
    if (!stays.has(stream)) return;
    if (ENDS.includes(type)) stays.set(stream, { ...stays.get(stream), isOver: true });
    if (type === 'ReservationReinstated') stays.set(stream, { ...stays.get(stream), isOver: false });
  }

  function months() {
    const sums = new Map();
    for (const { spans } of [...stays.values()].filter(({ isOver }) => !isOver)) {
      for (const { start, end, persons, exemption, taxes } of spans) {
        const each = exemption === null ? taxes.reduce((sum, { yen }) => sum + yen, 0) : 0;
        for (let at = Date.parse(start); at < Date.parse(end); at += DAY_MS) {
          const month = new Date(at).toISOString().slice(0, 7);
          const known = sums.get(month) ?? { month, nights: 0, exempt: 0, tax: 0 };
          known.nights += persons;
          known.exempt += exemption === null ? 0 : persons;
          known.tax += persons * each;
          sums.set(month, known);
        }
      }
    }
    return [...sums.values()].sort((one, other) => (one.month < other.month ? -1 : 1));
  }

  return found;
}

/** 月ごとの宿泊税を言葉にします。 */
function taxMonthsText(months) {
  const figure = (number) => number.toLocaleString('ja-JP');
  if (months.length === 0) return '宿泊税の記録はありません。';
  return months
    .map(({ month, nights, exempt, tax }) => {
      const free = exempt > 0 ? `（うち免除 ${figure(exempt)} 人泊）` : '';
      return `${month}: ${figure(nights)} 人泊${free} ${figure(tax)} 円`;
    })
    .join('、');
}

export { createTaxRecount, taxMonthsText };
