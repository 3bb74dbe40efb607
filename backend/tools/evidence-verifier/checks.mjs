import { createPaperRecount, papersText } from './paper-recount.mjs';
import { createRecount } from './recount.mjs';
import { createTaxRecount, taxMonthsText } from './tax-recount.mjs';

const ROW =
  'position stream version type schema_version payload staff_id terminal request_id recorded_at hash'.split(
    ' ',
  );
// number と previous は、番号のなかったころの行にはありません。
const CHECKPOINT = 'log_id position hash created_at key_id number previous signature'.split(' ');
const MANIFEST =
  'log_id from to previous_hash events checkpoints asked_from asked_to made_at product_version key_id signature'.split(
    ' ',
  );
const CHECKS = {
  format: ['ファイルの形式', 'すべての行が決まった書き方です。'],
  sequence: ['連番', '位置の番号は欠けることなく続いています。'],
  chain: ['ハッシュの連鎖', 'どのハッシュも、直前のハッシュと内容から計算したものと同じです。'],
  signature: ['署名', '目録とチェックポイントの署名は公開鍵と合います。'],
  match: ['チェックポイントとの一致', 'チェックポイントのハッシュはログと同じです。'],
  version: ['版の連続', 'どのストリームの版番号も 1 から続いています。'],
  time: ['時刻の順序', '記録日時は戻っていません。'],
  start: ['範囲の始点', 'ログの始まりか、署名されたチェックポイントの直後から始まっています。'],
  end: ['末尾', 'すべてのイベントが、署名されたチェックポイントの対象です。'],
  log: ['ログID', 'すべてのチェックポイントが目録と同じログのものです。'],
  days: ['日締めの再計算', ''],
  tax: ['宿泊税の再計算', ''],
  papers: ['書類の再計算', ''],
  key: ['鍵の指紋', ''],
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encode = (text) => new TextEncoder().encode(text);
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const shown = (position) => position.toLocaleString('ja-JP');

/** base64 の中身。書き方が一通りに決まる形でなければ null。 */
function fromBase64(text) {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (sign) => sign.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

/** 決まった項目を決まった順に持つ JSON。1 バイトでも違う書き方なら null。 */
function readJson(bytes, fields, indent) {
  try {
    const text = decoder.decode(bytes);
    const value = JSON.parse(text);
    const plain = Object.fromEntries(fields.map((field) => [field, value[field]]));
    return JSON.stringify(plain, null, indent) === text ? value : null;
  } catch {
    return null;
  }
}

/** 流れてくるバイト列を行に分けます。改行で終わらない最後の行は、読めない行 (空) になります。 */
async function* linesOf(chunks) {
  let rest = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.slice(start);
  }
  if (rest.length > 0) yield new Uint8Array();
}

/** 署名の対象は、signature を除いた項目を同じ順に並べた JSON です。 */
function isSigned({ signature, ...statement }, key, tools) {
  const bytes = fromBase64(signature);
  if (!bytes || statement.key_id !== key.id) return false;
  return tools.verify(key.bytes, bytes, encode(JSON.stringify(statement)));
}

async function readKey(bytes, tools) {
  const pem = /^-----BEGIN PUBLIC KEY-----\n([^\n]+)\n-----END PUBLIC KEY-----\n$/;
  const key = fromBase64(pem.exec(new TextDecoder().decode(bytes))?.[1] ?? '-');
  if (!key) return null;
  const fingerprint = toHex(await tools.sha256(key));
  return { bytes: key, fingerprint, id: fingerprint.slice(0, 16) };
}

/** 署名を確かめたチェックポイント。2 つ目からのファイルは、受け取った人が前から持っていたものです。 */
async function readCheckpoints(files, key, manifest, tools, bad) {
  const marks = [];
  for (const [index, bytes] of files.entries()) {
    let before = null;
    for await (const line of linesOf([bytes])) {
      const mark = readJson(line, CHECKPOINT);
      if (!mark) {
        bad('format', null, 'チェックポイントのファイルに読めない行があります。');
        continue;
      }
      const isNext = before === null || mark.previous === undefined || mark.previous === before;
      if (!isNext) bad('match', mark.position, '直前のチェックポイントにつながっていません。');
      before = toHex(await tools.sha256(line));
      if (mark.log_id !== manifest.log_id)
        bad('log', mark.position, '別のログのチェックポイントがあります。');
      const signed = await isSigned(mark, key, tools);
      if (signed === false) bad('signature', mark.position, 'チェックポイントの署名が公開鍵と合いません。');
      else marks.push({ ...mark, isHeld: index > 0 });
    }
  }
  return marks.sort((one, other) => one.position - other.position);
}

/** ハッシュの対象は、直前のハッシュの 32 バイトと、hash を除いた値を並べた JSON の配列です。 */
async function hashOf(previous, { hash, ...row }, tools) {
  const envelope = encode(JSON.stringify(Object.values(row)));
  const bytes = new Uint8Array(32 + envelope.length);
  bytes.set(fromHex(previous).subarray(0, 32));
  bytes.set(envelope, 32);
  return toHex(await tools.sha256(bytes));
}

/** ログを 1 行ずつたどり、最後の位置を答えます。 */
async function walkLog(lines, { from, previous_hash }, { marks, recounts }, tools, bad, progress) {
  const versions = new Map();
  const signed = new Map();
  for (const { position, hash } of marks) signed.set(position, (signed.get(position) ?? new Set()).add(hash));
  let [position, previous, instant, fits] = [from - 1, previous_hash, '', from - 1];
  const compare = (hash) => {
    const hashes = signed.get(position);
    if (!hashes) return;
    if (hashes.size > 1 || !hashes.has(hash)) bad('match', position, '署名されたハッシュと違います。', fits);
    fits = position;
  };
  compare(previous);
  for await (const line of lines) {
    const row = readJson(line, ROW);
    const next = position + 1;
    if (typeof row?.hash !== 'string') {
      bad('format', next, 'log.ndjson に読めない行があります。');
      [position, previous] = [next, null];
      continue;
    }
    if (row.position > next) bad('sequence', next, 'この位置のイベントがありません。');
    if (row.position < next) bad('sequence', row.position, 'この位置のイベントが重なっています。');
    const isLinked = previous === null || (await hashOf(previous, row, tools)) === row.hash;
    if (!isLinked) bad('chain', next, '内容がハッシュの連鎖と合いません。');
    if (row.recorded_at < instant) bad('time', row.position, '記録日時が前のイベントより過去です。');
    const isNext = row.version === (versions.get(row.stream) ?? 0) + 1;
    if (from === 1 && !isNext) bad('version', row.position, 'ストリームの版番号が続いていません。');
    if (from === 1) versions.set(row.stream, row.version);
    if (from === 1) for (const recount of recounts) recount.add(row);
    [position, previous, instant] = [row.position, row.hash, row.recorded_at];
    compare(previous);
    if (position % 1000 === 0) await progress(position);
  }
  return position;
}

function checkEnds({ from, to, previous_hash }, last, marks, bad, note) {
  const before = marks.find(({ position }) => position === from - 1)?.hash;
  if (previous_hash !== (from === 1 ? '0'.repeat(64) : before)) {
    bad('start', from, '直前のハッシュは、署名されたチェックポイントのものではありません。');
  }
  if (last < to) bad('sequence', last + 1, 'この位置から後ろのイベントがありません。');
  if (last > to) bad('sequence', to + 1, '目録より後ろのイベントがあります。');
  const isBeyond = ({ position, isHeld }) => position > to && !isHeld;
  if (marks.some(isBeyond)) bad('end', to + 1, 'チェックポイントが示すイベントがありません。');
  const covered = Math.max(from - 1, ...marks.map(({ position }) => position).filter((at) => at <= to));
  if (covered < to) note('end', `位置 ${shown(covered + 1)}〜${shown(to)} は署名の対象外です。`);
  const newest = marks.at(-1)?.position ?? 0;
  if (newest > to) note('end', `お手元のチェックポイントは位置 ${shown(newest)} まであります。`);
}

/**
 * 項目ごとの判定 (verdicts) を答えます: ok (合格)、bad (不合格)、note (注意)、info (情報)。papers は計算し直した書類です。
 * files の manifest、publicKey と、checkpoints の一つひとつはバイト列、log はバイト列の流れです。
 */
async function checkPackage(files, tools, progress) {
  const found = new Map();
  let papers = [];
  const bad = (id, position, text, after = position - 1) => {
    if (found.get(id)?.state !== 'bad') found.set(id, { state: 'bad', position, after, text });
  };
  const note = (id, text, state = 'note') => {
    if (!found.has(id)) found.set(id, { state, position: null, text });
  };
  const manifest = readJson(files.manifest, MANIFEST, 2);
  const key = await readKey(files.publicKey, tools);
  if (!manifest) bad('format', null, 'manifest.json が決まった書き方ではありません。');
  if (!key) bad('format', null, 'public-key.pem が決まった書き方ではありません。');
  if (manifest && key) {
    const signed = await isSigned(manifest, key, tools);
    if (signed === false) bad('signature', null, '目録 (manifest.json) の署名が公開鍵と合いません。');
    if (signed === null)
      note('signature', 'ここでは Ed25519 の署名を確かめられません。verify.mjs をお使いください。');
    const marks = await readCheckpoints(files.checkpoints, key, manifest, tools, bad);
    const recount = createRecount();
    const taxes = createTaxRecount();
    const issued = createPaperRecount();
    const walked = { marks, recounts: [recount, taxes, issued] };
    const last = await walkLog(linesOf(files.log), manifest, walked, tools, bad, progress);
    checkEnds(manifest, last, marks, bad, note);
    const [fault] = recount.faults;
    if (fault) bad('days', fault.position, fault.text);
    const [wrongTax] = taxes.faults;
    if (wrongTax) bad('tax', wrongTax.position, wrongTax.text);
    const recounted = issued.end();
    papers = recounted.papers;
    const [wrongPaper] = recounted.faults;
    if (wrongPaper) bad('papers', wrongPaper.position, papersText(recounted));
    for (const id of manifest.from > 1 ? ['version', 'days', 'tax', 'papers'] : [])
      note(id, '範囲がログの途中から始まるため、確かめられません。');
    const closed = recount.closed === 0 ? '締めた日はありません。' : null;
    note(
      'days',
      closed ?? `締めた ${shown(recount.closed)} 日の金額は、ログから数え直したものと同じです。`,
      'ok',
    );
    note('tax', taxMonthsText(taxes.months()), 'ok');
    note('papers', papersText(recounted), 'ok');
    note('key', key.fingerprint.match(/.{4}/g).join(' '), 'info');
  }
  const checked = manifest && key ? Object.keys(CHECKS) : ['format'];
  const verdicts = checked.map((id) => {
    const [title, text] = CHECKS[id];
    return { id, title, ...(found.get(id) ?? { state: 'ok', position: null, text }) };
  });
  return { verdicts, papers };
}

/** 不合格が指す位置か区間。なければ空。 */
function whereOf({ state, position, after }) {
  if (state !== 'bad' || position === null) return '';
  return after + 1 < position ? `位置 ${shown(after + 1)}〜${shown(position)}` : `位置 ${shown(position)}`;
}

/** 最初に合わない位置。2 つのチェックポイントの間としか分からなければ、その区間。 */
function firstBad(verdicts) {
  const placed = verdicts.filter(({ state, position }) => state === 'bad' && position !== null);
  return whereOf(
    placed.sort((one, other) => one.position - other.position || other.after - one.after)[0] ?? {},
  );
}

export { checkPackage, firstBad, whereOf };
