import { invalid } from '@domain/broken-rule.js';
import { RefusedError } from '../../platform/errors.js';
import { oneFileUpload } from '../../platform/http/upload.js';
import { uploadStorage } from './upload-storage.js';

/** The largest file that is taken in. */
export const LARGEST_FILE_BYTES = 40 * 1024 * 1024;

export const TOO_LARGE = new RefusedError(413, [
  invalid('file_too_large', 'file', 'ファイルが大きすぎます。40MBまでのファイルを取り込めます。'),
]);

/** Receives the one file of an upload. */
export const UploadInterceptor = oneFileUpload(
  { storage: uploadStorage, limits: { files: 1, fields: 0, fileSize: LARGEST_FILE_BYTES } },
  TOO_LARGE,
);
