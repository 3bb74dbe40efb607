import { paperDateText, yenText } from '@domain/calendar/stay-text.js';
import { daysBetween } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { hotelAtom } from '../../shared/hotel.js';
import { corporatesAtom, paymentsAtom } from '../../shared/masters.js';
import { useValue } from '../../shared/store.js';
import { type CardPaper, cardPaperAtom } from '../DeskPrinting.js';
import type { DeskBooking } from '../desk.js';

/** A registration card for each guest of these bookings, each on a page of its own. */
export function RegistrationCards({ bookings }: { bookings: readonly DeskBooking[] }) {
  const hotel = useValue(hotelAtom);
  const paper = useValue(cardPaperAtom);
  const corporates = useValue(corporatesAtom);
  const payments = useValue(paymentsAtom);
  return bookings.flatMap((booking) => {
    const { corporateID, payment_type } = booking.record;
    const company = corporates.find(({ id }) => id === corporateID)?.corporate_short_name ?? '';
    const way = payments.find(({ id }) => id === payment_type)?.payment_name ?? '';
    return cardGuests(booking.record).map((guest) => (
      <RegistrationCard
        key={`${booking.id} ${guest.number}`}
        hotel={hotel?.name ?? ''}
        checkOutTime={hotel?.check_out_time ?? ''}
        paper={paper}
        booking={booking}
        guest={guest}
        company={company}
        way={way}
      />
    ));
  });
}

const GENDERS = { male: '男', female: '女' } as const;
const genderOf = (gender: 'male' | 'female' | null) => (gender ? GENDERS[gender] : '');

/** The guests of a booking as their cards name them; what is not known is left for the guest to write. */
function cardGuests(record: BookingRecord) {
  const of = Math.max(1, record.mens_count + record.womens_count);
  const { guest_name_1, guest_name1_kana, gender_1, tel, guest_name_2, gender_2 } = record;
  const guests = [
    { number: 1, of, name: guest_name_1, kana: guest_name1_kana, gender: genderOf(gender_1), tel },
    { number: 2, of, name: guest_name_2, kana: '', gender: genderOf(gender_2), tel: '' },
  ];
  return guests.slice(0, of);
}

type RegistrationCardProps = {
  hotel: string;
  /** By when guests usually leave. */
  checkOutTime: string;
  paper: CardPaper;
  booking: DeskBooking;
  guest: ReturnType<typeof cardGuests>[number];
  company: string;
  /** Way of paying; '' when it is not known. */
  way: string;
};

type Line = { name: string; text?: string; after?: string; half?: boolean; tall?: boolean };

function linesOf({ booking, guest, company, way, checkOutTime }: RegistrationCardProps): Line[] {
  const { stayStart, stayEnd, checkinTime, record } = booking;
  const nights = daysBetween(stayStart, stayEnd);
  const fee = guest.number === 1 ? yenText(record.total_fee) : '';
  const paid = record.payment_flag === 1 ? '済' : '未';
  return [
    { name: 'フリガナ', text: guest.kana },
    { name: '氏名', text: guest.name, after: '様', tall: true },
    { name: '性別', text: guest.gender, half: true },
    { name: '年齢', after: '歳', half: true },
    { name: '住所', tall: true },
    { name: '電話番号', text: guest.tel },
    { name: '職業・勤務先', text: company },
    { name: '国籍', half: true },
    { name: '旅券番号', half: true },
    { name: 'ご到着', text: `${paperDateText(stayStart)} ${checkinTime}` },
    {
      name: 'ご出発',
      text: `${paperDateText(stayEnd)} ${checkOutTime && `${checkOutTime}まで`}　${nights}泊`,
    },
    { name: '人数', text: guest.of === 1 ? '1名' : `${guest.of}名のうち${guest.number}人目`, half: true },
    { name: '利用目的', text: record.purpose, half: true },
    { name: '前泊地', half: true },
    { name: '行先地', half: true },
    { name: '料金', text: fee, half: true },
    { name: 'お支払', text: [paid, way].filter(Boolean).join(' '), half: true },
    { name: '予約番号', text: record.booking_number, half: true },
    { name: '予約媒体', text: record.booking_source, half: true },
    { name: 'ご署名', tall: true },
  ];
}

/** 宿泊カード: what the law and the desk want to know of a guest, filled in as far as it is known. */
function RegistrationCard(props: RegistrationCardProps) {
  const { hotel, paper, booking } = props;
  return (
    <section className="registration-card" data-paper={paper}>
      <header>
        <div>
          <small>{hotel}</small>
          <h1>宿泊カード</h1>
        </div>
        <p className="card-room">
          <small>お部屋</small>
          <strong>{booking.roomNumber}</strong>
        </p>
      </header>
      <dl>
        {linesOf(props).map(({ name, text, after, half, tall }) => (
          <div key={name} data-half={half || undefined} data-tall={tall || undefined}>
            <dt>{name}</dt>
            <dd>
              <span>{text}</span>
              {after && <span className="card-after">{after}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="card-note">
        ご記入いただいた内容は、旅館業法に基づく宿泊者名簿の作成とご連絡のためにのみ使用します。国籍・旅券番号は、日本国内に住所のない外国籍の方のみご記入ください。
      </p>
    </section>
  );
}
