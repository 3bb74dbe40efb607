import type { WebhookDelivery, WebhookFailure, WebhookState, WebhookStop } from '@wire/webhooks.js';

const STOPS: Readonly<Record<WebhookStop, string>> = {
  address: '送り先のアドレスが、送信できないものに変わっています。10分ごとに確かめます。',
  secret: 'シークレットを読み取れません。発行し直してください。',
  lost: 'どこまで送ったか分からなくなりました。記録番号を指定して送信してください。',
  beyond_end: '送った記録番号が記録の終わりより後です。記録番号を指定して送信してください。',
  full: '受け取られないものが多すぎます。送り先を確かめてください。',
};

const FAILURES: Readonly<Record<WebhookFailure, string>> = {
  status: '受け取られませんでした',
  timeout: '時間内に応答がありません',
  refused: '接続できません',
  unknown_host: '送り先の名前が見つかりません',
  tls: '送り先の証明書を確認できません',
  cut: '通信が途中で切れました',
  address: '送信できないアドレスです',
  secret: 'シークレットを読み取れません',
};

const STATES: Readonly<Record<WebhookState, string>> = {
  off: '使用停止',
  no_secret: 'シークレット未発行',
  stopped: '停止中',
  late: '遅れ',
  sending: '送信中',
  current: '最新',
};

/** The state of a webhook in a word or two, with the number that matters. */
export function stateText({ state, waiting, behind, dead }: WebhookDelivery): string {
  const count = { late: `（再送待ち${waiting}件）`, sending: `（あと${behind}件）` } as const;
  const more = state === 'late' || state === 'sending' ? count[state] : '';
  return `${STATES[state]}${more}${dead > 0 ? `、送れなかったもの${dead}件` : ''}`;
}

/** The reason for which nothing is sent; null where it is. */
export const stopText = ({ stop }: WebhookDelivery): string | null => (stop === null ? null : STOPS[stop]);

/** The reason of a failure, with the status that the receiver answered; empty for none. */
export function failureText({
  failure,
  failure_status,
}: Pick<WebhookDelivery, 'failure' | 'failure_status'>): string {
  if (failure === null) return '';
  return failure_status === null ? FAILURES[failure] : `${FAILURES[failure]}（応答 ${failure_status}）`;
}
