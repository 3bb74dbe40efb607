import { monthText, paperDateText, yenText } from '@domain/calendar/stay-text.js';
import type { InvoiceRecord } from '@wire/invoice.js';
import { createPortal } from 'react-dom';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { printedInvoiceAtom } from './invoices.js';
import { signedYen } from './money-texts.js';
import { Issuer, paperNumber, rateText } from './PrintedReceipt.js';

type Stay = InvoiceRecord['stays'][number];

const paperDay = (day: Stay['stay_start']): string => paperDateText(day, { weekday: false });

/** The parts of a stay's cost: its fee, points, lines, and what was paid before; no amount for what the fee includes. */
function partsOf({
  total_fee,
  used_points,
  lines,
  deducted,
}: Stay): { name: string; amount: number | null }[] {
  const fee = total_fee > 0 ? [{ name: '宿泊料', amount: total_fee }] : [];
  const points = used_points > 0 ? [{ name: 'ポイント利用', amount: -Math.min(used_points, total_fee) }] : [];
  const charges = lines.map(({ kind, name, amount, tax_rate }) =>
    kind === '内宿泊税'
      ? { name: `（うち宿泊税${name && ` ${name}`} ${yenText(amount)} 不課税）`, amount: null }
      : { name: `${name || kind}${tax_rate === 8 ? '※' : ''}${tax_rate === 0 ? '（不課税）' : ''}`, amount },
  );
  const before = deducted !== 0 ? [{ name: 'お支払い済み', amount: -deducted }] : [];
  return [...fee, ...points, ...charges, ...before];
}

function StayRows({ stay }: { stay: Stay }) {
  const parts = partsOf(stay);
  return parts.map(({ name, amount }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a paper never move
    <tr key={index}>
      {index === 0 && (
        <>
          <td rowSpan={parts.length}>
            {`${paperDay(stay.stay_start)}〜${paperDay(stay.stay_end)}（${stay.nights}泊）`}
          </td>
          <td rowSpan={parts.length}>{stay.room_number}</td>
          <td rowSpan={parts.length}>{stay.guest_name && `${stay.guest_name} 様`}</td>
        </>
      )}
      <td>{name}</td>
      <td data-figure>{amount !== null && signedYen(amount)}</td>
    </tr>
  ));
}

/** An invoice as it is printed, on A4; there only while it is. */
export function PrintedInvoice() {
  const invoice = useValue(printedInvoiceAtom);
  const hotel = useValue(hotelAtom);
  if (!invoice || !hotel) return null;
  const { stays, totals, replaces, reissues } = invoice;
  const hasReduced = totals.some(({ tax_rate }) => tax_rate === 8);
  return createPortal(
    <section className="printed printed-invoice">
      <header>
        <span>{`No. ${paperNumber(invoice.number)}`}</span>
        <span>{paperDay(invoice.issued_on)}</span>
      </header>
      <h1>
        請求書
        {reissues > 0 && <small>（再発行）</small>}
      </h1>
      <div className="invoice-parties">
        <p className="receipt-addressee">
          {[invoice.company_name, invoice.honorific].filter(Boolean).join(' ')}
        </p>
        <Issuer {...hotel} />
      </div>
      <p>{`件名　${monthText(invoice.month)}分 ご宿泊代`}</p>
      <p>下記のとおりご請求申し上げます。</p>
      {replaces !== null && (
        <p>{`No. ${paperNumber(replaces)} に代わるものです（差替前のものは無効です）。`}</p>
      )}
      <p className="receipt-amount">{`ご請求金額 ${yenText(invoice.amount)}-`}</p>
      <p>{`お支払期限 ${paperDay(invoice.due_day)}`}</p>
      {hotel.bank_account && <p>{`お振込先 ${hotel.bank_account}`}</p>}
      <table>
        <thead>
          <tr>
            {['宿泊日', '部屋', '宿泊者', '内容'].map((name) => (
              <th key={name}>{name}</th>
            ))}
            <th data-figure>金額（税込）</th>
          </tr>
        </thead>
        <tbody>
          {stays.map((stay) => (
            <StayRows key={stay.booking_id} stay={stay} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={4}>合計</th>
            <td data-figure>{yenText(invoice.amount)}</td>
          </tr>
        </tfoot>
      </table>
      <div className="invoice-totals">
        {totals.map((total) => (
          <p key={total.tax_rate}>{rateText(total)}</p>
        ))}
        {hasReduced && <p>※は軽減税率（8%）の対象です。</p>}
      </div>
      {invoice.remark && <p className="invoice-remark">{`備考　${invoice.remark}`}</p>}
    </section>,
    document.body,
  );
}
