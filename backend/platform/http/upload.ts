import { invalid } from '@domain/broken-rule.js';
import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { type RefusedError, refusal, unreadable } from '../errors.js';

/** Refuses an upload without its file. */
export const NO_FILE = refusal([invalid('no_file', 'file', 'CSVファイルを選択してください。')]);
const ONE_FILE_ONLY = refusal([
  invalid('one_file_only', 'file', '項目「file」にCSVファイルを1つだけ指定してください。'),
]);
const BROKEN = unreadable(
  'file',
  'ファイルの送信が途中で切れたか、内容が壊れています。もう一度送信してください。',
);

/** Maps multer's errors to contract 1; system errors stay. */
function toRefusal(error: unknown, tooLarge: RefusedError): unknown {
  if (error instanceof HttpException) {
    if (error.getStatus() === 413) return tooLarge;
    return /^(Multipart|Boundary|Unexpected end)/i.test(error.message) ? BROKEN : ONE_FILE_ONLY;
  }
  const isOfSystem = typeof (error as { syscall?: unknown }).syscall === 'string';
  return isOfSystem ? error : BROKEN;
}

/** An interceptor that receives one file and refuses invalid uploads. */
export function oneFileUpload(
  options: Parameters<typeof FileInterceptor>[1],
  tooLarge: RefusedError,
): Type<NestInterceptor> {
  const Multer = FileInterceptor('file', options);
  @Injectable()
  class OneFileInterceptor extends Multer implements NestInterceptor {
    override async intercept(context: ExecutionContext, next: CallHandler) {
      try {
        return await super.intercept(context, next);
      } catch (error) {
        throw toRefusal(error, tooLarge);
      }
    }
  }
  return OneFileInterceptor;
}
