import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyLost } from './evidence-errors.js';

const PRIVATE = 'private-key.pem';
/** The public half, for everybody who wants to check. */
export const PUBLIC_KEY_FILE = 'public-key.pem';
const KEY_ID_DIGITS = 16;

/** The pair of keys that checkpoints are signed with (Ed25519). */
export type EvidenceKey = { id: string; privateKey: KeyObject; publicKey: KeyObject; publicPem: string };

async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts a file there whole and only if there is none: of two that try at once, one wins. */
async function putFirst(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.${Date.now()}.${Math.random().toString(36).slice(2)}`;
  await writeWhole(draft, text, 0o600);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}

const readIfThere = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

async function publish(path: string, pem: string): Promise<void> {
  if ((await readIfThere(path)) === pem) return;
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeWhole(draft, pem, 0o644);
  await rename(draft, path);
}

/** The name of a public key: the first digits of its fingerprint. */
function keyIdOf(publicKey: KeyObject): string {
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('hex').slice(0, KEY_ID_DIGITS);
}

/** The keys of the evidence folder, made by whoever needs them first; nobody but the owner can read the private one. */
export async function openEvidenceKey(folder: string): Promise<EvidenceKey> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, PRIVATE);
  const publicPath = join(folder, PUBLIC_KEY_FILE);
  // The private one is always there first.
  const isOld = (await readIfThere(publicPath)) !== null;
  if ((await readIfThere(path)) === null) {
    if (isOld) throw keyLost(folder);
    const { privateKey } = generateKeyPairSync('ed25519');
    await putFirst(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  await chmod(path, 0o600);
  const privateKey = createPrivateKey(await readFile(path, 'utf8'));
  const publicKey = createPublicKey(privateKey);
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await publish(publicPath, publicPem);
  return { id: keyIdOf(publicKey), privateKey, publicKey, publicPem };
}
