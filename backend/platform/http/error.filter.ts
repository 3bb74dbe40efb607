import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { errorBody } from '@wire/errors.js';
import type { Request, Response } from 'express';
import {
  isUnavailable,
  outageKind,
  RefusedError,
  TooManyError,
  traceOf,
  UnreadableEventError,
} from '../errors.js';
import { logger } from '../logger.js';
import { numberOf } from '../thrown.js';
import { requestIdOf, seesGuests } from './request-context.js';
import { routeOf } from './request-log.js';

const RETRY_AFTER_SECONDS = '2';

const TEXTS: Record<number, string> = {
  400: '送信内容を読み取れません。',
  403: 'この操作は許可されていません。',
  404: '指定されたページまたはデータが見つかりません。',
  405: 'この操作は利用できません。',
  408: '送信が途中で止まりました。もう一度お試しください。',
  413: '送信内容が大きすぎます。',
  415: '送信内容の形式に対応していません。JSONで送信してください。',
  417: 'Expectヘッダーの指定に対応していません。',
  429: 'リクエストが多すぎます。しばらくしてからもう一度お試しください。',
  431: 'ヘッダーまたはアドレスが長すぎます。',
  500: 'サーバーでエラーが発生しました。もう一度お試しください。',
  503: 'データベースから時間内に応答がありません。しばらくしてからもう一度お試しください。',
};

const DISK_FULL = invalid(
  'database_full',
  null,
  'データベースの空き容量がないため、保存できません。管理者に連絡してください。',
);

function statusOf(error: unknown): number {
  if (isUnavailable(error)) return 503;
  if (error instanceof HttpException) return error.getStatus();
  const status = numberOf(error, 'status') ?? 500;
  return status >= 400 && status < 500 ? status : 500;
}

/** The generic message of a status. */
export function rulesOf(status: number): BrokenRule[] {
  return [invalid(`http_${status}`, null, TEXTS[status] ?? TEXTS[400] ?? '')];
}

function answerOf(error: unknown): { status: number; rules: readonly BrokenRule[] } {
  if (error instanceof RefusedError) return error;
  if (error instanceof UnreadableEventError)
    return { status: 500, rules: [invalid('unreadable_event', null, error.text)] };
  const status = statusOf(error);
  if (status === 503 && outageKind(error) === 'disk_full') return { status, rules: [DISK_FULL] };
  return { status, rules: rulesOf(status) };
}

/** Turns exceptions into the error answers of contract 1; only unexpected ones are logged. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { status, rules } = answerOf(error);
    const requestId = requestIdOf(request);
    if (status >= 500) {
      const fields = { request_id: requestId, method: request.method, route: routeOf(request), status };
      logger.error({ ...fields, error: traceOf(error) }, 'request failed');
    }
    if (response.headersSent) {
      response.end();
      return;
    }
    if (error instanceof TooManyError) response.setHeader('Retry-After', error.retryAfterSeconds);
    if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    const told = seesGuests(request)
      ? rules
      : rules.map(({ unnamed, ...rule }) => (unnamed === undefined ? rule : { ...rule, message: unnamed }));
    response.status(status).json(errorBody(told, requestId));
  }
}
