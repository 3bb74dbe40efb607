import type { CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import { type ImportedDetails, revisionBefore } from './imported-records.js';
import { NEXT_EVENT, type PlannedImport } from './imports.js';
import type { Draft, IdOf } from './sample-event.js';

function draft(plan: PlannedImport, at: number, event: (idOf: IdOf) => CsvReservationEvent): Draft {
  return { category: 'csv-reservation', subject: plan, at, by: null, event };
}

function imported(plan: PlannedImport, at: number, record: ImportedDetails): Draft {
  const data = { ...record, corporateId: 0, revision: revisionBefore(at), digest: String(at) };
  return draft(plan, at, () => ({ type: 'CsvReservationImported', data }));
}

function outcome(plan: PlannedImport): Draft[] {
  const { booking, reason, importedAt } = plan;
  if (booking) {
    const registered = (idOf: IdOf) =>
      ({ type: 'CsvReservationRegistered', data: { bookingId: idOf(booking) } }) as const;
    return [draft(plan, booking.createdAt + NEXT_EVENT, registered)];
  }
  const failed =
    reason &&
    draft(plan, importedAt + NEXT_EVENT, () => ({
      type: 'AutoRegistrationFailed',
      data: { reason, detail: '' },
    }));
  return failed ? [failed] : [];
}

function sequel(plan: PlannedImport): Draft[] {
  const next = plan.sequel;
  if (!next) return [];
  if (next.type === 'cancelled') {
    const data = { revision: revisionBefore(next.at) };
    return [draft(plan, next.at, () => ({ type: 'CsvReservationCancelled', data }))];
  }
  const { reason } = next;
  const changed = next.type === 'changed' ? [imported(plan, next.at, next.record)] : [];
  const failedAt = next.at + (next.type === 'changed' ? NEXT_EVENT : 0);
  return [
    ...changed,
    draft(plan, failedAt, () => ({ type: 'AutoRegistrationFailed', data: { reason, detail: '' } })),
  ];
}

/** What the log says of an imported record. */
export function importDrafts(plan: PlannedImport): Draft[] {
  return [imported(plan, plan.importedAt, plan.record), ...outcome(plan), ...sequel(plan)];
}
