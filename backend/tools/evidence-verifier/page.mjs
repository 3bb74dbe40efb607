import { checkPackage, firstBad, whereOf } from './checks.mjs';

const MARKS = { ok: '合格', bad: '不合格', note: '注意', info: '情報' };
const NEEDED = ['log.ndjson', 'checkpoints.ndjson', 'public-key.pem', 'manifest.json'];
const byId = (id) => document.getElementById(id);

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
  const verdicts = await checkPackage(files, tools, (position) => {
    show([], `確かめています… 位置 ${position.toLocaleString('ja-JP')}`, 'info');
    return new Promise((done) => setTimeout(done));
  });
  const failed = verdicts.some(({ state }) => state === 'bad');
  const noted = verdicts.some(({ state }) => state === 'note');
  if (failed) show(verdicts, `不合格: ${firstBad(verdicts) || 'ファイル全体'} に問題があります。`, 'bad');
  else show(verdicts, noted ? '合格: ただし注意があります。' : '合格: 問題は見つかりませんでした。', 'ok');
}

function show(verdicts, summary, state) {
  byId('summary').textContent = summary;
  byId('summary').dataset.state = state;
  byId('verdicts').hidden = verdicts.length === 0;
  byId('verdicts').tBodies[0].replaceChildren(...verdicts.map(rowOf));
}

function rowOf(verdict) {
  const row = document.createElement('tr');
  row.dataset.check = verdict.id;
  row.dataset.state = verdict.state;
  const where = whereOf(verdict);
  const texts = [MARKS[verdict.state], verdict.title, where ? `${where}: ${verdict.text}` : verdict.text];
  const cells = texts.map((text, index) => {
    const cell = document.createElement(index === 1 ? 'th' : 'td');
    cell.textContent = text;
    return cell;
  });
  row.append(...cells);
  return row;
}

function run(files) {
  check([...files]).catch((error) => show([], `確かめられませんでした: ${error.message}`, 'bad'));
}

byId('files').addEventListener('change', ({ target }) => {
  const files = [...target.files];
  target.value = ''; // So that the same files can be chosen once more.
  run(files);
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  run(event.dataTransfer.files);
});
