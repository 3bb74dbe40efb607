import { Readable } from 'node:stream';
import { Controller, Get, Inject, StreamableFile } from '@nestjs/common';
import yazl from 'yazl';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { Permit } from '../platform/http/permission.js';
import { attachment } from '../platform/http/response-headers.js';
import { LONG_RUNNING_DATABASE } from '../platform/platform.module.js';
import { type ExportFile, exportFiles } from './export-files.js';

/** One archive of files that are read while it is sent, one after another. */
function zipOf(files: readonly ExportFile[]): Readable {
  const archive = new yazl.ZipFile();
  const zip = archive.outputStream as Readable;
  const streams = files.map(({ name, text }) => ({
    name,
    stream: Readable.from(text, { highWaterMark: 1 }),
  }));
  for (const { name, stream } of streams) archive.addReadStream(stream, name);
  archive.on('error', (error: Error) => zip.destroy(error));
  zip.once('close', () => {
    for (const { stream } of streams) stream.destroy();
  });
  archive.end();
  return zip;
}

/** The way out: everything that the hotel entered, as CSV files. */
@Controller('api/move-in/export.zip')
@Permit('manage')
export class ExportController {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(LONG_RUNNING_DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Get()
  async zip(): Promise<StreamableFile> {
    const { reference } = await this.store.current();
    const today = this.clock.today();
    return new StreamableFile(zipOf(exportFiles(this.database, reference)), {
      type: 'application/zip',
      disposition: attachment(`書き出し_${today}.zip`, `export-${today}.zip`),
    });
  }
}
