import { paperDateText, yenText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween } from '@domain/dates.js';
import { paperName } from '@domain/payment/paper.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { ReceiptRecord } from '@wire/payment.js';
import { createPortal } from 'react-dom';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { printedPartsAtom, printedReceiptAtom } from './receipt.js';

/** A paper's number with six digits. */
export const paperNumber = (number: number): string => String(number).padStart(6, '0');

/** The part of a paper about one tax rate. */
export function rateText({ tax_rate, amount, tax }: ReceiptRecord['totals'][number]): string {
  if (tax_rate === 0) return `不課税 ${yenText(amount)}`;
  const mark = tax_rate === 8 ? '軽減税率 ' : '';
  return `${mark}${tax_rate}%対象 ${yenText(amount)}（うち消費税 ${yenText(tax)}）`;
}

/** Returns how money was taken; a card payment says so, since it needs no stamp. */
function wayText({ kind, payment_name, amount }: ReceiptRecord['ways'][number]): string {
  const name = kind === 'カード' ? 'クレジットカード払い' : payment_name || '支払方法なし';
  return `${name} ${yenText(amount)}`;
}

/** The stay in lines: its days, nights and room, the fee, and what points and coupons took off it. */
function StayLines({ stay }: Pick<ReceiptRecord, 'stay'>) {
  if (!stay) return null;
  const { stay_start, stay_end, room_number, total_fee, used_points, coupon, ended } = stay;
  const [from, until] = [stay_start, stay_end].map((day) => paperDateText(day, { weekday: false }));
  const nights = `${from}〜${until}（${daysBetween(stay_start, stay_end)}泊） 部屋 ${room_number}`;
  if (ended) return <p>{`ご予約 ${nights}　合計料金 ${yenText(total_fee)}（${ended}）`}</p>;
  return (
    <>
      <p>{`宿泊日 ${nights}`}</p>
      <p>
        {`宿泊料金 ${yenText(total_fee)}`}
        {used_points > 0 && `　ポイント利用 −${yenText(used_points)}`}
        {coupon === 1 && '　クーポン利用あり'}
      </p>
    </>
  );
}

/** The lines beside the fee; 軽減税率 is marked by ※. */
function Lines({ lines: all }: Pick<ReceiptRecord, 'lines'>) {
  const lines = all.filter((line) => !isLodgingTax(line));
  const text = ({ kind, name, amount, tax_rate }: ReceiptRecord['lines'][number]) => {
    const sum = amount < 0 ? `−${yenText(-amount)}` : yenText(amount);
    return `${name || kind}${tax_rate === 8 ? '※' : ''} ${sum}${tax_rate === 0 ? '（不課税）' : ''}`;
  };
  return lines.length > 0 && <p>{lines.map(text).join('　')}</p>;
}

const isLodgingTax = ({ kind }: ReceiptRecord['lines'][number]): boolean =>
  kind === '宿泊税' || kind === '内宿泊税';

/** The 宿泊税 on a line of its own, beside the fee or included in it; of several levies each by its name. */
function LodgingTaxLine({ lines }: Pick<ReceiptRecord, 'lines'>) {
  const text = ({ kind, name, amount }: ReceiptRecord['lines'][number]) =>
    `${kind === '内宿泊税' ? 'うち宿泊税' : '宿泊税'}${name && `（${name}）`} ${yenText(amount)}（不課税）`;
  const taxes = lines.filter(isLodgingTax);
  return taxes.length > 0 && <p>{taxes.map(text).join('　')}</p>;
}

/** The whole cost of the stay, where the paper is about a part of it. */
function Whole({ stay, lines, amount }: ReceiptRecord) {
  if (!stay) return null;
  const fee = stay.ended ? 0 : Math.max(0, stay.total_fee - stay.used_points);
  const beside = lines.filter(({ kind }) => kind !== '内宿泊税');
  const cost = beside.reduce((sum, line) => sum + line.amount, fee);
  return cost > amount && <p>{`（ご利用合計 ${yenText(cost)} のうち）`}</p>;
}

/** Prints who issues it. */
export function Issuer({ name, address, phone, registration_number }: HotelRecord) {
  return (
    <div className="receipt-hotel">
      <p>
        <strong>{name}</strong>
      </p>
      <p>{address}</p>
      {phone && <p>{`電話 ${phone}`}</p>}
      {registration_number && <p>{`登録番号 ${registration_number}`}</p>}
    </div>
  );
}

/** The nights of a part of a receipt, or the stay that its lines belong to. */
function PartLines({ stay, part }: Pick<ReceiptRecord, 'stay' | 'part'>) {
  if (!stay || !part) return null;
  const { stay_start, stay_end, room_number } = stay;
  const dateOf = (day: Day) => paperDateText(day, { weekday: false });
  const nights = part.nights.map(dateOf).join('、');
  return (
    <>
      <p>
        {nights === ''
          ? `ご宿泊 ${dateOf(stay_start)}〜${dateOf(stay_end)} 部屋 ${room_number}`
          : `宿泊日 ${nights}（${part.nights.length}泊分） 部屋 ${room_number}`}
      </p>
      {nights !== '' && (
        <p>
          {`宿泊料金 ${yenText(stay.total_fee)}`}
          {stay.used_points > 0 && `　ポイント利用 −${yenText(stay.used_points)}`}
        </p>
      )}
    </>
  );
}

/** The papers as they are printed; there only while they are. */
export function PrintedReceipt() {
  const receipt = useValue(printedReceiptAtom);
  const parts = useValue(printedPartsAtom);
  const hotel = useValue(hotelAtom);
  const papers = receipt ? [receipt] : parts;
  if (papers.length === 0 || !hotel) return null;
  return createPortal(
    papers.map((paper) => <Paper key={paper.number} receipt={paper} hotel={hotel} />),
    document.body,
  );
}

function Paper({ receipt, hotel }: { receipt: ReceiptRecord; hotel: HotelRecord }) {
  const { kind, number, addressee, honorific, note, amount, totals, ways, stay, part } = receipt;
  const replaced = receipt.voids.length > 0 ? receipt.voids : [receipt.replaces].flatMap((one) => one ?? []);
  return (
    <section className="printed printed-receipt">
      <header>
        <span>{`No. ${paperNumber(number ?? 0)}`}</span>
        <span>{paperDateText(receipt.date, { weekday: false })}</span>
      </header>
      <h1>
        {paperName(kind, stay?.ended)}
        {receipt.is_reissue === 1 && <small>（再発行）</small>}
      </h1>
      <p className="receipt-addressee">{[addressee, honorific].filter(Boolean).join(' ')}</p>
      <p className="receipt-amount">{`${yenText(amount)}-`}</p>
      {kind === 'receipt' && (
        <>
          <p>{`但し ${note}`}</p>
          <p>上記の金額を正に領収いたしました。</p>
        </>
      )}
      {part && <p>{`${part.of}枚のうち${part.place}枚目`}</p>}
      {replaced.length > 0 && (
        <p>{`No. ${replaced.map(paperNumber).join('・')} に代わるものです（差替前のものは無効です）。`}</p>
      )}
      {part ? <PartLines stay={stay} part={part} /> : <StayLines stay={stay} />}
      <Lines lines={receipt.lines} />
      <LodgingTaxLine lines={receipt.lines} />
      {!part && <Whole {...receipt} />}
      <div className="receipt-foot">
        <div>
          {totals.map((total) => (
            <p key={total.tax_rate}>{rateText(total)}</p>
          ))}
          {ways.length > 0 && <p>{`お支払方法 ${ways.map(wayText).join('、')}`}</p>}
        </div>
        {receipt.has_stamp === 1 && <div className="receipt-stamp">収入印紙</div>}
        <Issuer {...hotel} />
      </div>
    </section>
  );
}
