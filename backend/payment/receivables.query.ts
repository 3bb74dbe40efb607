import { addDays, type Day, dayIn, daysBetween, lastDayOf, type Month } from '@domain/dates.js';
import { isByInvoice } from '@domain/masters/masters.js';
import {
  type Bookings,
  DEBT_AGES,
  debtAge,
  type Invoice,
  invoiceOpen,
  owedHere,
} from '@domain/payment/invoice.js';
import type { HotelReference } from '@domain/reference.js';
import { balanceOf, isRoomFree } from '@domain/reservation/account.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import {
  type CompanyReceivables,
  type EndedDebt,
  encodeInvoice,
  type InvoiceRecord,
  type ReceivableCompany,
  type Receivables,
  type WaitingStay,
} from '@wire/invoice.js';
import { encodeNamedStay } from '@wire/named-stay.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import { csvText } from '../platform/csv.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { DATABASE } from '../platform/platform.module.js';
import { wayName } from './account.query.js';

/** Most invoices of a company in one answer, the newest first. */
const INVOICES_SHOWN = 100;

/** Most fees of cancellations and no-shows in one answer. */
const ENDED_SHOWN = 300;

/** Reads the debts that are not in the lists of the desk (売掛): stays that wait for an invoice, unpaid invoices, fees of cancellations. */
@Injectable()
export class ReceivablesReader {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** Each company that owes, with its sums; stays wait up to those whose last night is in the month. */
  async list(month: Month): Promise<Receivables> {
    const { reference } = await this.store.current();
    const today = this.clock.today();
    const companies = new Map<number, ReceivableCompany>();
    const companyOf = (id: number): ReceivableCompany => {
      const known = companies.get(id) ?? noDebt(id, nameOf(id, reference));
      companies.set(id, known);
      return known;
    };
    for (const booking of await this.waiting(month, reference, null)) {
      const company = companyOf(booking.corporateId);
      company.waiting += 1;
      company.waiting_amount += balanceOf(booking);
    }
    const invoices = await this.openInvoices();
    const bookings = await this.bookingsOf(invoices);
    for (const invoice of invoices) {
      const open = invoiceOpen(invoice, bookings);
      if (open === 0) continue;
      const company = companyOf(invoice.corporateId);
      company[debtAge(invoice.dueDay, today)] += open;
      company.open_invoices += 1;
      company.billed += open;
      if (invoice.dueDay < today) company.overdue += open;
    }
    const all = [...companies.values()].map((company) => ({
      ...company,
      sum: company.billed + company.waiting_amount,
    }));
    const ended = await this.ended(reference, today);
    return {
      ...{ today, month, ended: ended.slice(0, ENDED_SHOWN), ended_sums: summed(ended) },
      companies: all.sort((a, b) => b.sum - a.sum || a.corporate_id - b.corporate_id),
    };
  }

  /** The stays of a company that wait for an invoice, and its invoices; 404 for an unknown company. */
  async company(id: number, month: Month): Promise<CompanyReceivables> {
    const { reference } = await this.store.current();
    const today = this.clock.today();
    const rows = await this.database
      .selectFrom('invoices')
      .select('state')
      .where('corporate_id', '=', id)
      .orderBy('number', 'desc')
      .limit(INVOICES_SHOWN)
      .execute();
    if (rows.length === 0 && !reference.corporates.has(id)) throw notFound('法人が見つかりません。');
    const invoices = rows.map(({ state }) => state);
    const bookings = await this.bookingsOf(invoices);
    const names = (paymentType: number | null) => wayName(reference, paymentType);
    return {
      ...{ today, month, corporate_id: id, company_name: nameOf(id, reference) },
      waiting: (await this.waiting(month, reference, id)).map(encodeWaiting),
      invoices: invoices.map((invoice) => encodeInvoice(invoice, bookings, names, today)),
    };
  }

  /** An invoice as it stands; 404. */
  async read(id: number): Promise<InvoiceRecord> {
    const invoice = await this.invoice(id);
    if (!invoice) throw notFound('請求書が見つかりません。');
    const { reference } = await this.store.current();
    const names = (paymentType: number | null) => wayName(reference, paymentType);
    return encodeInvoice(invoice, await this.bookingsOf([invoice]), names, this.clock.today());
  }

  /** The stored invoice; null when there is none. */
  async invoice(id: number): Promise<Invoice | null> {
    const row = await this.database
      .selectFrom('invoices')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.state ?? null;
  }

  /**
   * Stays that were or are here, or left a fee behind, and that no living invoice names: those by invoice whose last night is
   * in a month or before, the oldest first; of one company, or of all.
   */
  private async waiting(
    month: Month,
    { payments }: HotelReference,
    corporateId: number | null,
  ): Promise<Reservation[]> {
    const today = this.clock.today();
    const { rows } = await sql<{ state: Reservation }>`
      select b.state from company_stays c join bookings b using (id)
      where c.stay_end <= ${addDays(lastDayOf(month), 1)}::date
        and c.corporate_id <> 0 and (${corporateId}::int is null or c.corporate_id = ${corporateId}::int)
        and (b.stay_end <= ${today}::date or b.is_cancelled
             or b.state ->> 'checkinDate' is not null or b.state ->> 'isNoShow' is not null)
        and not exists (select from invoices i where i.is_living and i.booking_ids @> array[c.id])
      order by b.stay_start, b.id`.execute(this.database);
    return rows
      .map(({ state }) => state)
      .filter((booking) => isByInvoice(booking, payments) && balanceOf(booking) > 0);
  }

  /** Fees of cancelled stays and no-shows that no company is billed for, the latest first. */
  private async ended({ payments }: HotelReference, today: Day): Promise<EndedDebt[]> {
    const { rows } = await sql<{ state: Reservation; at: Date }>`
      select b.state, e.recorded_at as at
      from company_stays c join bookings b using (id)
      cross join lateral (
        select coalesce(max((charge ->> 'id')::int) filter (where charge ? 'cancellation'),
                        max((charge ->> 'id')::int)) as version
        from jsonb_array_elements(b.state #> '{account,charges}') charge
      ) last
      join event_log e on e.stream = 'reservation-' || b.id and e.version = last.version
      where (b.is_cancelled or b.state ->> 'isNoShow' is not null)
        and not exists (select from invoices i where i.is_living and i.booking_ids @> array[c.id])
      order by e.position desc`.execute(this.database);
    return rows
      .filter(({ state }) => isRoomFree(state) && balanceOf(state) > 0)
      .filter(({ state }) => state.corporateId === 0 || !isByInvoice(state, payments))
      .map(({ state, at }) => encodeEnded(state, dayIn(this.clock.timezone, at), today));
  }

  /** The living invoices with a booking that is not paid. */
  private async openInvoices(): Promise<Invoice[]> {
    const { rows } = await sql<{ state: Invoice }>`
      select i.state from invoices i
      where i.is_living and exists (
        select from bookings b where b.id = any(i.booking_ids) and b.state ->> 'paymentFlag' = '0')
      order by i.number`.execute(this.database);
    return rows.map(({ state }) => state);
  }

  private async bookingsOf(invoices: readonly Invoice[]): Promise<Bookings> {
    const ids = [...new Set(invoices.flatMap(({ stays }) => stays.map(({ bookingId }) => bookingId)))];
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ state: Reservation }>`
      select state from bookings where id = any(${ids}::int[])`.execute(this.database);
    return new Map(rows.map(({ state }) => [state.id, state]));
  }
}

const nameOf = (id: number, { corporates }: HotelReference): string =>
  corporates.get(id)?.corporateShortName ?? `#${id}`;

const noDebt = (corporate_id: number, company_name: string): ReceivableCompany => ({
  ...{ corporate_id, company_name, waiting: 0, waiting_amount: 0, open_invoices: 0 },
  ...{ current: 0, one: 0, two: 0, more: 0, overdue: 0, billed: 0, sum: 0 },
});

function encodeWaiting(booking: Reservation): WaitingStay {
  return {
    ...encodeNamedStay(booking),
    nights: daysBetween(booking.stayStart, booking.stayEnd),
    cost: owedHere(booking),
    amount: balanceOf(booking),
    is_cancelled: booking.status === 'cancelled' ? 1 : 0,
    no_show: booking.isNoShow ? 1 : 0,
    checkin_date: booking.checkinDate,
  };
}

function encodeEnded(booking: Reservation, since: Day, today: Day): EndedDebt {
  return {
    ...encodeNamedStay(booking),
    ended: booking.status === 'cancelled' ? 'キャンセル' : 'ノーショー',
    since,
    age: debtAge(since, today),
    amount: balanceOf(booking),
  };
}

function summed(debts: readonly EndedDebt[]): Receivables['ended_sums'] {
  const sums = { count: debts.length, current: 0, one: 0, two: 0, more: 0, sum: 0 };
  for (const { age, amount } of debts) {
    sums[age] += amount;
    sums.sum += amount;
  }
  return sums;
}

/** Returns the debts of companies and others as a file for spreadsheets, with their sum. */
export function receivablesCsv({ companies, ended_sums, month, today }: Receivables): string {
  const headings =
    '法人,対象月,請求待ち件数,請求待ち,請求書,当月,1か月,2か月,3か月以上,期限超過,請求済み残高,合計,基準日';
  const sums = (name: string, rows: readonly ReceivableCompany[]) => {
    const of = (field: Exclude<keyof ReceivableCompany, 'company_name'>) =>
      rows.reduce((sum, row) => sum + row[field], 0);
    const before = [of('waiting'), of('waiting_amount'), of('open_invoices')];
    const ages = DEBT_AGES.map((age) => of(age));
    return [name, month.slice(0, 7), ...before, ...ages, of('overdue'), of('billed'), of('sum'), today];
  };
  const { count: _, ...ended } = ended_sums;
  const all = ended.sum > 0 ? [...companies, { ...noDebt(0, '個人・取消'), ...ended }] : companies;
  const rows = all.map((company) => sums(company.company_name, [company]));
  return csvText(headings.split(','), [...rows, sums('合計', all)]);
}
