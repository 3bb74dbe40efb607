import { day } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { ImportReport, ImportSummary } from '@wire/csv-imports.js';
import {
  type CsvFormData,
  type CsvRecord,
  type CsvRecordContext,
  encodeCsvReservation,
} from '@wire/csv-record.js';
import { anImport } from '#tests/support/builders.js';

/** A failed record as the queue gets it: 空室なし since noon, unless told otherwise. */
export function csvRecord(
  details: Partial<CsvReservation> = {},
  context: Partial<CsvRecordContext> = {},
): CsvRecord {
  return encodeCsvReservation(anImport({ reason: '空室なし', ...details }), {
    updated_at: '2026-11-21T03:00:00Z',
    file: { name: 'temairazu.csv', line: 2 },
    duplicates: [],
    rooms: 1,
    ...context,
  });
}

/** A record as the form gets it, without a booking and alone, unless told otherwise. */
export function csvFormData(record: CsvRecord, more: Partial<CsvFormData> = {}): CsvFormData {
  const alone = { start_day_edge: null, end_day_edge: null, borderRoom: null, booking_version: null };
  return { ...record, group: [record.id], ...alone, ...more };
}

/** An import that is done: three rows, one of them failed, unless told otherwise. */
export function importSummary(told: Partial<ImportSummary> = {}): ImportSummary {
  return {
    id: 1,
    file_name: 'temairazu.csv',
    dry_run: 0,
    status: 'done',
    failure: null,
    rows: 3,
    done: 3,
    terminal: '端末-A',
    received_at: '2026-11-21T03:00:00Z',
    finished_at: '2026-11-21T03:00:01Z',
    new: 2,
    changed: 0,
    cancelled: 0,
    unchanged: 0,
    superseded: 0,
    failed: 1,
    ...told,
  };
}

/** Its report. */
export function importReport(told: Partial<ImportReport> = {}): ImportReport {
  const failed = {
    line: 3,
    booking_number: 'RT-3',
    outcome: 'failed',
    reason: '空室なし',
    detail: '',
    csv_reservation_id: null,
    booking_id: null,
    warnings: [],
    reservation: {
      ...{ guest_name_1: '山田太郎', stay_start: day('2026-11-21'), stay_end: day('2026-11-23') },
      ...{ room_symbol: 'LS', room_name: 'レディースシングル' },
    },
    rooms: [],
    text: '楽天トラベル,RT-3,予約',
  } as const;
  return { ...importSummary(), results: [{ ...failed, warnings: [], rooms: [] }], ...told };
}
