import {
  type CsvReservation,
  type CsvReservationEvent,
  detailsOf,
  evolveCsvReservation,
} from '@domain/imports/csv-reservation.js';
import { describe, expect, it } from '@jest/globals';
import { anImport } from '../../support/builders.js';

const data = detailsOf(anImport());
const imported: CsvReservationEvent = { type: 'CsvReservationImported', data };

function history(...events: CsvReservationEvent[]): CsvReservation {
  let state: CsvReservation | null = null;
  for (const event of [imported, ...events]) state = evolveCsvReservation(state, event, 900);
  return state as CsvReservation;
}

describe('imported record after its events', () => {
  it('is failed until it is registered', () => {
    expect(history()).toEqual(anImport());
    const failed = history({ type: 'AutoRegistrationFailed', data: { reason: '空室なし', detail: '' } });
    expect(failed).toEqual(anImport({ version: 2, reason: '空室なし' }));
  });

  it('is registered with its booking, without a reason', () => {
    const state = history(
      { type: 'AutoRegistrationFailed', data: { reason: '空室なし', detail: '' } },
      { type: 'CsvReservationRegistered', data: { bookingId: 10 } },
    );
    expect(state).toEqual(
      anImport({ version: 3, status: 'registered', bookingId: 10, applied: detailsOf(anImport()) }),
    );
  });

  it('keeps its booking when a later change cannot be applied', () => {
    const state = history(
      { type: 'CsvReservationRegistered', data: { bookingId: 10 } },
      { type: 'CsvReservationImported', data: { ...data, totalFee: 9000 } },
      { type: 'AutoRegistrationFailed', data: { reason: 'チェックイン済みの変更', detail: '' } },
    );
    expect(state).toMatchObject({
      status: 'failed',
      reason: 'チェックイン済みの変更',
      bookingId: 10,
      totalFee: 9000,
      version: 4,
    });
  });

  it('is cancelled at the source with the revision of the cancel', () => {
    const revision = '2026-11-05T00:00:00Z';
    const state = history({ type: 'CsvReservationCancelled', data: { revision } });
    expect(state).toEqual(anImport({ version: 2, status: 'cancelled', revision }));
  });

  it('is dismissed with its reason and keeps why it failed; reopened it waits as before', () => {
    const failed: CsvReservationEvent = {
      type: 'AutoRegistrationFailed',
      data: { reason: '空室なし', detail: '満室' },
    };
    const dismissed: CsvReservationEvent = {
      type: 'CsvReservationDismissed',
      data: { dismissalReason: '電話で対応' },
    };
    const state = history(failed, dismissed);
    expect(state).toMatchObject({
      status: 'dismissed',
      dismissalReason: '電話で対応',
      reason: '空室なし',
      detail: '満室',
    });
    expect(detailsOf(state)).toEqual(data);
    const reopened = history(failed, dismissed, { type: 'CsvReservationReopened', data: {} });
    expect(reopened).toEqual(anImport({ version: 4, reason: '空室なし', detail: '満室' }));
  });

  it.each<[string, CsvReservationEvent]>([
    ['a newer row', imported],
    ['a failure', { type: 'AutoRegistrationFailed', data: { reason: '元予約なし', detail: '' } }],
    ['a registration', { type: 'CsvReservationRegistered', data: { bookingId: 10 } }],
    ['a cancel', { type: 'CsvReservationCancelled', data: { revision: '2026-11-05T00:00:00Z' } }],
    ['an erasure', { type: 'PersonalDataErased', data: { reason: '請求' } }],
  ])('is dismissed no more after %s', (_, event) => {
    const state = history({ type: 'CsvReservationDismissed', data: { dismissalReason: 'x' } }, event);
    expect(state.status).not.toBe('dismissed');
    expect(Object.keys(state)).not.toContain('dismissalReason');
  });

  it('refuses a history that begins otherwise', () => {
    const event: CsvReservationEvent = { type: 'CsvReservationRegistered', data: { bookingId: 10 } };
    expect(() => evolveCsvReservation(null, event, 900)).toThrow(
      'CsvReservationRegistered does not fit the history of imported record 900',
    );
  });
});
