import { invalid } from '@domain/broken-rule.js';
import { type CallHandler, type ExecutionContext, Injectable } from '@nestjs/common';
import { from, lastValueFrom } from 'rxjs';
import { RefusedError } from '../platform/errors.js';
import { oneFileUpload } from '../platform/http/upload.js';
import { removeFolder, type UploadedFile, uploadStorage } from './upload-storage.js';

/** The largest file that is taken in. */
export const LARGEST_FILE_BYTES = 40 * 1024 * 1024;

export const TOO_LARGE = new RefusedError(413, [
  invalid('file_too_large', 'file', 'ファイルが大きすぎます。40MBまでのファイルを取り込めます。'),
]);

const OneFile = oneFileUpload(
  { storage: uploadStorage, limits: { files: 1, fields: 0, fileSize: LARGEST_FILE_BYTES } },
  TOO_LARGE,
);

/** Receives the one file of an upload, and removes it once the call has ended, however it ended. */
@Injectable()
export class UploadInterceptor extends OneFile {
  override async intercept(context: ExecutionContext, next: CallHandler) {
    const answer = await super.intercept(context, next);
    const { file } = context.switchToHttp().getRequest<{ file?: UploadedFile }>();
    return from(file ? endingWithout(file, () => lastValueFrom(answer)) : answer);
  }
}

/** What a call answers, when its file is gone. */
async function endingWithout<T>({ folder }: UploadedFile, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } finally {
    await removeFolder(folder);
  }
}
