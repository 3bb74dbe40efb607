import { extname } from 'node:path';
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
import { RefusedError, refusal, unreadable } from '../errors.js';

/** Refuses an upload without its file. */
export const NO_FILE = refusal([invalid('no_file', 'file', 'CSVファイルを選択してください。')]);
const ONE_FILE_ONLY = refusal([
  invalid('one_file_only', 'file', '項目「file」にCSVファイルを1つだけ指定してください。'),
]);
const BROKEN = unreadable(
  'file',
  'ファイルの送信が途中で切れたか、内容が壊れています。もう一度送信してください。',
);

const wrongKind = (extensions: readonly string[]): RefusedError =>
  refusal([invalid('file_kind', 'file', `拡張子が ${extensions.join('、')} のファイルを選択してください。`)]);

/** Maps multer's errors to contract 1; system errors stay. */
function toRefusal(error: unknown, tooLarge: RefusedError): unknown {
  if (error instanceof RefusedError) return error;
  if (error instanceof HttpException) {
    if (error.getStatus() === 413) return tooLarge;
    return /^(Multipart|Boundary|Unexpected end)/i.test(error.message) ? BROKEN : ONE_FILE_ONLY;
  }
  const isOfSystem = typeof (error as { syscall?: unknown }).syscall === 'string';
  return isOfSystem ? error : BROKEN;
}

type MulterOptions = NonNullable<Parameters<typeof FileInterceptor>[1]>;

/** Refuses a file by the end of its name, before it is read: what it holds is looked at by whoever reads it. */
const byExtension =
  (extensions: readonly string[]): MulterOptions['fileFilter'] =>
  (_request, { originalname }, done) => {
    // A program that sends bytes names them "blob", without an extension.
    const isOfKind = ['', ...extensions].includes(extname(originalname).toLowerCase());
    if (isOfKind) done(null, true);
    else done(wrongKind(extensions), false);
  };

/** An interceptor that receives one file with one of these extensions and refuses invalid uploads. */
export function oneFileUpload(
  options: MulterOptions,
  tooLarge: RefusedError,
  extensions: readonly string[],
): Type<NestInterceptor> {
  const Multer = FileInterceptor('file', { ...options, fileFilter: byExtension(extensions) });
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
