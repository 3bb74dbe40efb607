import { invalid } from '@domain/broken-rule.js';
import { undecidedFaults } from '@domain/move-in/column-looks.js';
import { mappingFaults } from '@domain/move-in/move-in-fields.js';
import {
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import {
  decodeMapping,
  MOVE_IN_OUTCOMES,
  type MoveInFile,
  type MoveInReason,
  type MoveInRows,
  type MoveInSummary,
  type StartedRun,
} from '@wire/move-in.js';
import { moveInRunShape } from '@wire/move-in-run.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { notFound, refusal } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readChoice, readId, readPosition } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { csvDownload } from '../platform/http/response-headers.js';
import { NO_FILE, storedFileUpload, type UploadedFile as Upload } from '../platform/http/upload.js';
import { uploadedFileName } from '../platform/incoming-file.js';
import { DATABASE } from '../platform/platform.module.js';
import { moveInSummaries } from './move-in.public.js';
import { fileToMend, moveInFile, moveInReasons, moveInRows } from './move-in.queries.js';
import { MoveInIntake } from './move-in-intake.js';
import { MoveInRunner } from './move-in-runner.js';

const MOST_LISTED = 20;

/** Excel's own files are refused by what they hold, with what to do instead. */
const MoveInUpload = storedFileUpload('.csv', '.tsv', '.txt', '.xls', '.xlsx');

/** Bookings of another system, moved in from its file. */
@Controller('api/move-in/files')
@Permit('manage')
export class MoveInController {
  constructor(
    private readonly intake: MoveInIntake,
    private readonly runner: MoveInRunner,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Post()
  @UseInterceptors(MoveInUpload)
  async upload(
    @UploadedFile() file: Upload | undefined,
    @Context() { write, idempotency }: RequestContext,
  ): Promise<MoveInFile> {
    if (!file) throw NO_FILE;
    const name = uploadedFileName(file.originalname);
    const idempotencyKey = idempotency?.key ?? null;
    return this.file(await this.intake.take({ path: file.path, name, write, idempotencyKey }));
  }

  @Get()
  list(): Promise<MoveInSummary[]> {
    return moveInSummaries(this.database, sql`true`, MOST_LISTED);
  }

  @Get(':id')
  one(@Param('id') idText: string): Promise<MoveInFile> {
    return this.file(readId(idText));
  }

  /** Runs all rows that are no bookings yet, or chosen ones, with this mapping, which is remembered for the next file. */
  @Post(':id/runs')
  @HttpCode(202)
  async run(
    @Param('id') idText: string,
    @JsonBody() body: Record<string, unknown>,
    @Context() { write, idempotency }: RequestContext,
  ): Promise<StartedRun> {
    const wantedId = readId(idText);
    const { lines, dry_run, ...wanted } = readBody(moveInRunShape, body);
    const { id, header, looks } = await this.file(wantedId);
    const mapping = decodeMapping(wanted.mapping);
    const faults =
      mapping.length === header.length
        ? [...mappingFaults(mapping), ...undecidedFaults(mapping, looks, header)]
        : ['列の数がファイルと違います。'];
    if (faults.length > 0) throw refusal(faults.map((fault) => invalid('bad_mapping', 'mapping', fault)));
    const order = { ...wanted, mapping, lines: lines ?? null, dryRun: dry_run === 1, write, idempotency };
    return this.runner.begin(id, order);
  }

  /** Takes back the bookings that the file's rows have become: those that nobody has changed since. */
  @Post(':id/take-back')
  @HttpCode(202)
  async takeBack(
    @Param('id') idText: string,
    @JsonBody() _body: Record<string, unknown>,
    @Context() { write, idempotency }: RequestContext,
  ): Promise<StartedRun> {
    const { id } = await this.file(readId(idText));
    return this.runner.takeBack(id, { write, idempotency });
  }

  @Get(':id/rows')
  async rows(
    @Param('id') idText: string,
    @Query('outcome') outcome: unknown,
    @Query('after') after: unknown,
  ): Promise<MoveInRows> {
    const { id } = await this.file(readId(idText));
    return moveInRows(this.database, id, {
      outcome: readChoice(outcome, 'outcome', MOVE_IN_OUTCOMES),
      after: readPosition(after, 'after'),
    });
  }

  @Get(':id/reasons')
  async reasons(@Param('id') idText: string): Promise<MoveInReason[]> {
    const { id } = await this.file(readId(idText));
    return moveInReasons(this.database, id);
  }

  @Get(':id/failed.csv')
  async failed(@Param('id') idText: string): Promise<StreamableFile> {
    const file = await this.file(readId(idText));
    const name = `${file.file_name.replace(/\.\w+$/, '')}_要修正.csv`;
    return csvDownload(fileToMend(this.database, file), name, `move-in-${file.id}-failed.csv`);
  }

  private async file(id: number): Promise<MoveInFile> {
    const file = await moveInFile(this.database, id);
    if (!file) throw notFound('移行のファイルが見つかりません。');
    return file;
  }
}
