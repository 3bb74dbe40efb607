import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { COOKIE_OPTIONS } from './session-reader.js';

/** The cookie of a browser in which somebody of the hotel has signed in. */
export const DEVICE_COOKIE = '__Host-device';
/** Browsers keep no cookie for longer. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1_000;
export const DEVICE_COOKIE_OPTIONS = { ...COOKIE_OPTIONS, maxAge: KEPT_MS };

const COOKIE = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`);

const signatureOf = (id: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`known device ${id}`).digest();

/** The value of the cookie of a device that becomes known; `secret` signs sessions as well. */
export function newDevice(secret: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${signatureOf(id, secret).toString('base64url')}`;
}

/** The id of the device that a request comes from; null when nobody has signed in on it, or its cookie is forged. */
export function deviceOf({ headers }: IncomingMessage, secret: string): string | null {
  const [, id, signature] = COOKIE.exec(headers.cookie ?? '') ?? [];
  if (id === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(id, secret)) ? id : null;
}
