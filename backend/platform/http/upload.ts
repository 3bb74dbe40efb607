import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { from, lastValueFrom } from 'rxjs';
import { RefusedError, unreadable } from '../errors.js';
import {
  LARGEST_FILE_BYTES,
  makePrivateFolder,
  refusedFile,
  removeFolder,
  TOO_LARGE,
} from '../incoming-file.js';
import { detailOf } from '../thrown.js';

/** Refuses an upload without its file. */
export const NO_FILE = refusedFile('no_file', 'CSVファイルを選択してください。');
const ONE_FILE_ONLY = refusedFile('one_file_only', '項目「file」にCSVファイルを1つだけ指定してください。');
const BROKEN = unreadable(
  'file',
  'ファイルの送信が途中で切れたか、内容が壊れています。もう一度送信してください。',
);

const wrongKind = (extensions: readonly string[]): RefusedError =>
  refusedFile('file_kind', `拡張子が ${extensions.join('、')} のファイルを選択してください。`);

/** Maps multer's errors to contract 1; system errors stay. */
function toRefusal(error: unknown, tooLarge: RefusedError): unknown {
  if (error instanceof RefusedError) return error;
  if (error instanceof HttpException) {
    if (error.getStatus() === 413) return tooLarge;
    return /^(Multipart|Boundary|Unexpected end)/i.test(error.message) ? BROKEN : ONE_FILE_ONLY;
  }
  return detailOf(error, 'syscall') === undefined ? BROKEN : error;
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
