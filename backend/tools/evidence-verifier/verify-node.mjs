// 証跡パッケージの確認。このフォルダーで `node verify.mjs` と実行します。前から持っているチェックポイントとも比べるなら、
// `node verify.mjs 2026-10.ndjson` のようにそのファイルも書きます。index.html と同じ確認です。
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { checkPackage, firstBad, whereOf } from './checks.mjs';

const MARKS = { ok: '合格  ', bad: '不合格', note: '注意  ', info: '情報  ' };
const here = (name) => new URL(name, import.meta.url);
const publicKey = (key) => createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' });
const tools = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  verify: (key, signature, bytes) => verify(null, bytes, publicKey(key), signature),
};

async function main() {
  const { verdicts } = await checkPackage(
    {
      manifest: readFileSync(here('manifest.json')),
      publicKey: readFileSync(here('public-key.pem')),
      checkpoints: [here('checkpoints.ndjson'), ...process.argv.slice(2)].map((path) => readFileSync(path)),
      log: createReadStream(here('log.ndjson')),
    },
    tools,
    () => {},
  );
  for (const verdict of verdicts) {
    const where = whereOf(verdict) && `${whereOf(verdict)}: `;
    console.log(`${MARKS[verdict.state]} ${verdict.title}: ${where}${verdict.text}`);
  }
  const isGood = verdicts.every(({ state }) => state !== 'bad');
  console.log(isGood ? '判定: 合格' : `判定: 不合格 ${firstBad(verdicts)}`);
  process.exitCode = isGood ? 0 : 1;
}

main().catch((error) => {
  console.error(error.code === 'ENOENT' ? `${error.path} がありません。` : error);
  process.exitCode = 2;
});
