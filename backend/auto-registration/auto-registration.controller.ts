import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { notFound, unreadable } from '../platform/errors.js';
import { readId } from '../platform/http/read-request.js';
import { DATABASE } from '../platform/platform.module.js';
import { csvRecords } from './csv-records.catalog.js';

const STATUSES = ['failed', 'registered', 'cancelled'];

/** Imported records of the auto-registration service (spec 7, contract 4). */
@Controller('api')
export class AutoRegistrationController {
  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  @Get('fetch-csv-reservation-data/:id')
  async formData(@Param('id') idText: string): Promise<CsvFormData> {
    const id = readId(idText);
    const [record] = await csvRecords(this.database, sql`c.id = ${id}`);
    if (!record) throw notFound('自動登録データが見つかりません。');
    const group = await this.database
      .selectFrom('csv_reservations')
      .select('id')
      .where('reservation_key', '=', (query) =>
        query.selectFrom('csv_reservations').select('reservation_key').where('id', '=', id),
      )
      .orderBy('room_index')
      .execute();
    return {
      ...record,
      group: group.map((member) => member.id),
      start_day_edge: null,
      end_day_edge: null,
      borderRoom: null,
      booking_version: null,
    };
  }

  @Get('csv-reservations')
  async list(@Query('status') status: unknown): Promise<CsvRecord[]> {
    if (status !== undefined && !STATUSES.includes(status as string)) {
      throw unreadable('status', `statusは${STATUSES.join('、')}のいずれかで指定してください。`);
    }
    return csvRecords(this.database, status === undefined ? sql`true` : sql`c.status = ${status}`);
  }
}
