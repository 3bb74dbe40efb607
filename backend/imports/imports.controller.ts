import { staffName } from '@domain/reference.js';
import {
  Controller,
  Get,
  Inject,
  Param,
  Post,
  Query,
  Res,
  StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { type ImportReport, type ImportSummary, ROW_OUTCOMES } from '@wire/csv-imports.js';
import { importRowsShape } from '@wire/import-rows.js';
import type { Response } from 'express';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readChoice, readId, readSwitch } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { csvDownload } from '../platform/http/response-headers.js';
import { NO_FILE, storedFileUpload, type UploadedFile as Upload } from '../platform/http/upload.js';
import { makePrivateFolder, removeFolder, uploadedFileName } from '../platform/incoming-file.js';
import { DATABASE } from '../platform/platform.module.js';
import { ImportIntake } from './import-intake.js';
import { failedRowsCsv, importResults } from './import-report.query.js';
import { ImportRunner } from './import-runner.js';
import { importSummaries, importSummary } from './import-summaries.public.js';
import { writeChannelFile } from './json-rows.js';

/** Most results of an answer. */
export const FULL_ANSWER = { rows: 1_000 };
const WAIT_MS = 20_000;
const MOST_LISTED = 50;

const CsvUpload = storedFileUpload('.csv');

/** Imports of the channel manager's files and their results (contract 4). */
@Controller('api/csv-imports')
@Permit('look')
export class ImportsController {
  constructor(
    private readonly intake: ImportIntake,
    private readonly runner: ImportRunner,
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Post()
  @Permit('desk')
  @UseInterceptors(CsvUpload)
  async upload(
    @UploadedFile() file: Upload | undefined,
    @Query('dry_run') dryRun: unknown,
    @Context() { write, idempotency }: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportReport> {
    if (!file) throw NO_FILE;
    const id = await this.intake.take({
      path: file.path,
      name: uploadedFileName(file.originalname),
      dryRun: readSwitch(dryRun, 'dry_run'),
      write,
      idempotencyKey: idempotency?.key ?? null,
    });
    return this.answer(id, response);
  }

  /** Imports rows that another program sends as JSON: the same intake as a file of them. */
  @Post('rows')
  @Permit('desk')
  async rows(
    @JsonBody() body: Json,
    @Query('dry_run') dryRunText: unknown,
    @Context() { write, idempotency }: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportReport> {
    const dryRun = readSwitch(dryRunText, 'dry_run');
    const { rows } = readBody(importRowsShape, body);
    const { reference } = await this.store.current();
    const name = `${staffName(reference, write.staffId) ?? 'API'}.csv`;
    const { folder, path } = await makePrivateFolder();
    try {
      await writeChannelFile(path, rows);
      const idempotencyKey = idempotency?.key ?? null;
      return await this.answer(
        await this.intake.take({ path, name, dryRun, write, idempotencyKey }),
        response,
      );
    } finally {
      await removeFolder(folder);
    }
  }

  @Get()
  list(): Promise<ImportSummary[]> {
    return importSummaries(this.database, sql`not dry_run`, MOST_LISTED);
  }

  /** Results are only included once the import has ended, which keeps polling cheap. */
  @Get(':id')
  async report(@Param('id') idText: string, @Query('outcome') outcomeText: unknown): Promise<ImportReport> {
    const outcome = readChoice(outcomeText, 'outcome', ROW_OUTCOMES);
    const summary = await this.summary(idText);
    const isDone = summary.status !== 'running';
    return { ...summary, results: isDone ? await importResults(this.database, summary.id, { outcome }) : [] };
  }

  @Get(':id/failed.csv')
  async failed(@Param('id') idText: string): Promise<StreamableFile> {
    const { id, file_name } = await this.summary(idText);
    const name = `${file_name.replace(/\.csv$/i, '')}_取込失敗.csv`;
    return csvDownload(failedRowsCsv(this.database, id), name, `import-${id}-failed.csv`);
  }

  /** 200 with all results when they are few and ready soon, else 202 with the address to poll. */
  private async answer(id: number, response: Response): Promise<ImportReport> {
    const staged = await importSummary(this.database, id);
    const isLong = (staged?.rows ?? 0) > FULL_ANSWER.rows;
    const summary = await this.runner.finished(id, isLong ? 0 : WAIT_MS);
    const isWhole = summary.status !== 'running' && !isLong;
    response.status(isWhole ? 200 : 202);
    if (!isWhole) response.setHeader('Location', `/api/csv-imports/${id}`);
    return { ...summary, results: isWhole ? await importResults(this.database, id) : [] };
  }

  private async summary(idText: string): Promise<ImportSummary> {
    const summary = await importSummary(this.database, readId(idText));
    if (!summary) throw notFound('取り込みが見つかりません。');
    return summary;
  }
}
