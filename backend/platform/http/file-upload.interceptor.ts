import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { from, lastValueFrom } from 'rxjs';
import { LARGEST_FILE_BYTES, makePrivateFolder, removeFolder, TOO_LARGE } from '../incoming-file.js';
import { oneFileUpload } from './upload.js';

/** An uploaded file in a temporary folder of its own. */
export type UploadedFile = { originalname: string; folder: string; path: string };

type Incoming = { stream: Readable };
type Stored = Omit<UploadedFile, 'originalname'>;
type Done<T> = (error: unknown, info?: T) => void;

async function store({ stream }: Incoming): Promise<Stored> {
  const stored = await makePrivateFolder();
  try {
    if (stream.destroyed) throw new Error('the upload was aborted');
    await pipeline(stream, createWriteStream(stored.path, { mode: 0o600 }));
    return stored;
  } catch (error) {
    await removeFolder(stored.folder);
    throw error;
  }
}

/** Multer storage. Its own disk storage leaves the folder of an aborted upload behind. */
const uploadStorage = {
  _handleFile(_request: unknown, file: Incoming, done: Done<Stored>): void {
    store(file).then((stored) => done(null, stored), done);
  },
  _removeFile(_request: unknown, { folder }: { folder?: string }, done: Done<never>): void {
    (folder ? removeFolder(folder) : Promise.resolve()).then(() => done(null), done);
  },
};

const OPTIONS = { storage: uploadStorage, limits: { files: 1, fields: 0, fileSize: LARGEST_FILE_BYTES } };

/** An interceptor that receives the one file of an upload and removes it once the call has ended. */
export function storedFileUpload(...extensions: readonly string[]): Type<NestInterceptor> {
  const OneFile = oneFileUpload(OPTIONS, TOO_LARGE, extensions);
  @Injectable()
  class StoredFileInterceptor extends OneFile {
    override async intercept(context: ExecutionContext, next: CallHandler) {
      const answer = await super.intercept(context, next);
      const { file } = context.switchToHttp().getRequest<{ file?: UploadedFile }>();
      return from(file ? lastValueFrom(answer).finally(() => removeFolder(file.folder)) : answer);
    }
  }
  return StoredFileInterceptor;
}
