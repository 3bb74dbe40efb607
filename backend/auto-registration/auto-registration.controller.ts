import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { type CsvFormData, type CsvRecord, encodeCsvReservation } from '@wire/csv-record.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound, unreadable } from '../platform/errors.js';
import { readId } from '../platform/http/read-request.js';
import { DATABASE } from '../platform/platform.module.js';

const STATUSES = ['failed', 'registered', 'cancelled'];

/** Imported records of the auto-registration service (spec 7, contract 4). */
@Controller('api')
export class AutoRegistrationController {
  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  @Get('fetch-csv-reservation-data/:id')
  async formData(@Param('id') idText: string): Promise<CsvFormData> {
    const id = readId(idText);
    const row = await this.database
      .selectFrom('csv_reservations')
      .select(['state', 'site', 'booking_number'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('自動登録データが見つかりません。');
    const group = await this.database
      .selectFrom('csv_reservations')
      .select('id')
      .where('site', '=', row.site)
      .where('booking_number', '=', row.booking_number)
      .orderBy('room_index')
      .execute();
    return {
      ...encodeCsvReservation(row.state),
      group: group.map((member) => member.id),
      start_day_edge: null,
      end_day_edge: null,
      borderRoom: null,
    };
  }

  @Get('csv-reservations')
  async list(@Query('status') status: unknown): Promise<CsvRecord[]> {
    if (status !== undefined && !STATUSES.includes(status as string)) {
      throw unreadable('status', `statusは${STATUSES.join('、')}のいずれかで指定してください。`);
    }
    const rows = await this.database
      .selectFrom('csv_reservations')
      .select('state')
      .$if(status !== undefined, (query) => query.where('status', '=', status as string))
      .orderBy('id')
      .execute();
    return rows.map(({ state }) => encodeCsvReservation(state));
  }
}
