import { invalid } from '@domain/broken-rule.js';
import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { RefusedError, refusal, unreadable } from '../../platform/errors.js';
import { uploadStorage } from './upload-storage.js';

/** The largest file that is taken in. */
export const LARGEST_FILE_BYTES = 40 * 1024 * 1024;

export const NO_FILE = refusal([invalid('no_file', 'file', 'CSVファイルを選択してください。')]);
export const TOO_LARGE = new RefusedError(413, [
  invalid('file_too_large', 'file', 'ファイルが大きすぎます。40MBまでのファイルを取り込めます。'),
]);
const ONE_FILE_ONLY = refusal([
  invalid('one_file_only', 'file', '項目「file」にCSVファイルを1つだけ指定してください。'),
]);
const BROKEN = unreadable(
  'file',
  'ファイルの送信が途中で切れたか、内容が壊れています。もう一度送信してください。',
);

const Multer = FileInterceptor('file', {
  storage: uploadStorage,
  limits: { files: 1, fields: 0, fileSize: LARGEST_FILE_BYTES },
});

/** What multer says, in the words of contract 1. An error of the system stays what it is. */
function explained(error: unknown): unknown {
  if (error instanceof HttpException) {
    if (error.getStatus() === 413) return TOO_LARGE;
    return /^(Multipart|Boundary|Unexpected end)/i.test(error.message) ? BROKEN : ONE_FILE_ONLY;
  }
  const isOfSystem = typeof (error as { syscall?: unknown }).syscall === 'string';
  return isOfSystem ? error : BROKEN;
}

/** Receives the one file of an upload; whatever is wrong with the upload itself is refused here. */
@Injectable()
export class UploadInterceptor extends Multer implements NestInterceptor {
  override async intercept(context: ExecutionContext, next: CallHandler) {
    try {
      return await super.intercept(context, next);
    } catch (error) {
      throw explained(error);
    }
  }
}
