import { checkPackage, firstBad, whereOf } from './checks.mjs';
import { numberText } from './paper-recount.mjs';

const MARKS = { ok: '合格', bad: '不合格', note: '注意', info: '情報' };
const NEEDED = ['log.ndjson', 'checkpoints.ndjson', 'public-key.pem', 'manifest.json'];
/** 一度に示す書類の数。残りは絞り込めば出ます。 */
const MOST_PAPERS = 200;
const byId = (id) => document.getElementById(id);
let tabled = [];

const tools = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async verify(key, signature, bytes) {
    try {
      const imported = await crypto.subtle.importKey('spki', key, { name: 'Ed25519' }, false, ['verify']);
      return await crypto.subtle.verify({ name: 'Ed25519' }, imported, signature, bytes);
    } catch (error) {
      return error.name === 'NotSupportedError' ? null : false;
    }
  },
};

/** ファイルを少しずつ読みます。 */
async function* chunksOf(file) {
  const reader = file.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());

async function check(chosen) {
  const named = new Map(chosen.map((file) => [file.name, file]));
  const missing = NEEDED.filter((name) => !named.has(name));
  if (missing.length > 0) return show([], `${missing.join('、')} も選んでください。`, 'note');
  const held = chosen.filter(({ name }) => name.endsWith('.ndjson') && !NEEDED.includes(name));
  const [log, checkpoints, publicKey, manifest] = NEEDED.map((name) => named.get(name));
  show([], '確かめています…', 'info');
  const files = {
    manifest: await bytesOf(manifest),
    publicKey: await bytesOf(publicKey),
    checkpoints: await Promise.all([checkpoints, ...held].map(bytesOf)),
    log: chunksOf(log),
  };
  const { verdicts, papers } = await checkPackage(files, tools, (position) => {
    show([], `確かめています… 位置 ${position.toLocaleString('ja-JP')}`, 'info');
    return new Promise((done) => setTimeout(done));
  });
  listPapers(papers);
  const failed = verdicts.some(({ state }) => state === 'bad');
  const noted = verdicts.some(({ state }) => state === 'note');
  if (failed) show(verdicts, `不合格: ${firstBad(verdicts) || 'ファイル全体'} に問題があります。`, 'bad');
  else show(verdicts, noted ? '合格: ただし注意があります。' : '合格: 問題は見つかりませんでした。', 'ok');
}

function show(verdicts, summary, state) {
  if (verdicts.length === 0) listPapers([]);
  byId('summary').textContent = summary;
  byId('summary').dataset.state = state;
  byId('verdicts').hidden = verdicts.length === 0;
  byId('verdicts').tBodies[0].replaceChildren(...verdicts.map(rowOf));
}

function cellsOf(texts, headed) {
  return texts.map((text, index) => {
    const cell = document.createElement(index === headed ? 'th' : 'td');
    if (index === headed) cell.scope = 'row';
    cell.textContent = text;
    return cell;
  });
}

function rowOf(verdict) {
  const row = document.createElement('tr');
  row.dataset.check = verdict.id;
  row.dataset.state = verdict.state;
  const where = whereOf(verdict);
  const texts = [MARKS[verdict.state], verdict.title, where ? `${where}: ${verdict.text}` : verdict.text];
  row.append(...cellsOf(texts, 1));
  return row;
}

const inYen = (amount) => `${amount.toLocaleString('ja-JP')}円`;

/** 書類の相手: 予約の番号と宿泊、または法人と予約の番号。 */
function subjectOf({ booking, bookings, company, stay, isErased }) {
  const about = bookings
    ? `${company} (予約 ${bookings.join('、')})`
    : `予約 ${booking} (${stay.roomNumber}、${stay.stayStart}〜${stay.stayEnd})`;
  return isErased ? `${about} 個人情報は削除済み` : about;
}

function historyOf({ replaces, replacedBy, endedBy, reissues }) {
  const texts = [
    replaces.length > 0 && `${replaces.map(numberText).join('、')} の代わり`,
    endedBy !== '' && `取消: ${endedBy}`,
    replacedBy !== null && `${numberText(replacedBy)} に差替`,
    reissues > 0 && `再発行 ${reissues} 回`,
  ];
  return texts.filter(Boolean).join('、');
}

function textsOf(paper) {
  const rates = paper.totals.map(({ taxRate, amount, tax }) =>
    taxRate === 0 ? `対象外 ${inYen(amount)}` : `${taxRate}% ${inYen(amount)} (${inYen(tax)})`,
  );
  return [
    paper.faults.length > 0 ? MARKS.bad : MARKS.ok,
    numberText(paper.number),
    paper.day,
    paper.kind,
    inYen(paper.amount),
    rates.join('、'),
    subjectOf(paper),
    [historyOf(paper), ...paper.faults].filter((text) => text !== '').join(' / '),
  ];
}

function paperRowOf({ state, texts }) {
  const row = document.createElement('tr');
  row.dataset.state = state;
  row.append(...cellsOf(texts, 1));
  return row;
}

/** 合わない書類が先、ほかは新しい順です。 */
function listPapers(papers) {
  const newest = papers.toReversed();
  const ordered = [
    ...newest.filter(({ faults }) => faults.length > 0),
    ...newest.filter(({ faults }) => faults.length === 0),
  ];
  tabled = ordered.map((paper) => ({ state: paper.faults.length > 0 ? 'bad' : 'ok', texts: textsOf(paper) }));
  byId('papers').hidden = tabled.length === 0;
  byId('paper-filter').value = '';
  narrowPapers();
}

function narrowPapers() {
  const words = byId('paper-filter').value.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
  const found = tabled.filter(({ texts }) => {
    const text = texts.join(' ').normalize('NFKC').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const shownHere = found.slice(0, MOST_PAPERS);
  const figure = (number) => number.toLocaleString('ja-JP');
  const rest = found.length - shownHere.length;
  const more = rest > 0 ? `。ほか ${figure(rest)} 枚は、絞り込むと出ます` : '';
  byId('paper-count').textContent = `${figure(found.length)} 枚${more}`;
  byId('paper-table').tBodies[0].replaceChildren(...shownHere.map(paperRowOf));
}

function run(files) {
  check([...files]).catch((error) => show([], `確かめられませんでした: ${error.message}`, 'bad'));
}

byId('files').addEventListener('change', ({ target }) => {
  const files = [...target.files];
  target.value = ''; // So that the same files can be chosen once more.
  run(files);
});
byId('paper-filter').addEventListener('input', narrowPapers);
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  run(event.dataTransfer.files);
});
