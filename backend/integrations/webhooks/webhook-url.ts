import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { refusal } from '../../platform/errors.js';
import { AddressNotAllowed } from './allowed-addresses.js';
import type { WebhookSender } from './webhook-sender.js';

const broken = (code: string, message: string): BrokenRule => invalid(code, 'url', message);
const NO_URL = broken('bad_url', 'URLの形が正しくありません。');
const NOT_SECURE = broken('url_not_https', 'https:// で始まるURLを入力してください。');
const HAS_PASSWORD = broken('url_with_password', 'URLにユーザー名やパスワードは入れられません。');
const NOT_ALLOWED = broken(
  'address_not_allowed',
  'このURLには送信できません。施設内のネットワークや特別な用途のアドレスです。',
);

/** Refuses a URL to which nothing may be sent; plain http only where private addresses are allowed. */
export async function requireAllowedUrl(
  text: string,
  sender: WebhookSender,
  allowsPrivate: boolean,
): Promise<void> {
  if (!URL.canParse(text)) throw refusal([NO_URL]);
  const url = new URL(text);
  const isPlain = url.protocol === 'http:' && allowsPrivate;
  if (url.protocol !== 'https:' && !isPlain) throw refusal([NOT_SECURE]);
  if (url.username !== '' || url.password !== '') throw refusal([HAS_PASSWORD]);
  await sender.check(url).catch((error: unknown) => {
    throw error instanceof AddressNotAllowed ? refusal([NOT_ALLOWED]) : error;
  });
}
