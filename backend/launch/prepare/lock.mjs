import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { inProject } from './paths.mjs';

const RETRY_MS = 200;
const HEARTBEAT_MS = 2_000;
const STALE_AFTER_MS = 30_000;

/** Lets one preparation at a time touch node_modules and dist; a lock left by a dead process is ignored. */
export async function withLock(work) {
  const path = inProject('.cache/prepare.lock');
  mkdirSync(inProject('.cache'), { recursive: true });
  let told = false;
  while (!take(path)) {
    if (!told) console.log('別の準備処理が終わるのを待っています…');
    told = true;
    await pause(RETRY_MS);
  }
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isHeld(path)) rmSync(path, { force: true });
  return false;
}

// The heartbeat tells a living holder from a foreign process that got the same number later.
function isHeld(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > STALE_AFTER_MS) return false;
    return process.kill(Number(readFileSync(path, 'utf8')), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
