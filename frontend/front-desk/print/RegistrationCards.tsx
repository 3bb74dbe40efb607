import { paperDateText, yenText } from '@domain/calendar/stay-text.js';
import { daysBetween } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RegisterEntryRecord } from '@wire/guest-register.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { hotelAtom } from '../../shared/hotel.js';
import { corporateNameAtom, paymentNameAtom } from '../../shared/masters.js';
import { useValue } from '../../shared/store.js';
import { type CardPaper, cardPaperAtom, printedRegistersAtom } from '../DeskPrinting.js';
import type { DeskBooking } from '../desk.js';

/** A registration card for each guest of these bookings, each on a page of its own. */
export function RegistrationCards({ bookings }: { bookings: readonly DeskBooking[] }) {
  const hotel = useValue(hotelAtom);
  const paper = useValue(cardPaperAtom);
  const nameOfCompany = useValue(corporateNameAtom);
  const nameOfWay = useValue(paymentNameAtom);
  const registers = useValue(printedRegistersAtom);
  return bookings.flatMap((booking) => {
    const { corporateID, payment_type } = booking.record;
    const company = nameOfCompany(corporateID);
    const way = nameOfWay(payment_type);
    const { entries = [] } = registers.find(({ booking_id }) => booking_id === booking.id) ?? {};
    return cardGuests(booking.record, entries).map((guest) => (
      <RegistrationCard
        key={`${booking.id} ${guest.number}`}
        hotel={hotel}
        paper={paper}
        booking={booking}
        guest={guest}
        company={company}
        way={way}
      />
    ));
  });
}

type Language = 'ja' | 'en';

/** The language of a guest's card by the guest's country: English for all but Japan, where that is known. */
function languageOf(entry: RegisterEntryRecord | undefined): Language {
  const country = entry?.nationality.trim().toLowerCase() ?? '';
  const isJapan = ['', '日本', '日本国', 'japan', 'jpn', 'jp'].includes(country);
  return isJapan && entry?.lives_abroad !== 1 ? 'ja' : 'en';
}

const GENDERS = { ja: { male: '男', female: '女' }, en: { male: 'Male', female: 'Female' } } as const;

/** The guests of a booking as their cards name them, by the register where it knows more; the rest is left to write. */
function cardGuests(record: BookingRecord, entries: readonly RegisterEntryRecord[]) {
  const of = Math.max(1, record.mens_count + record.womens_count);
  const { guest_name_1, guest_name1_kana, gender_1, tel, guest_name_2, gender_2 } = record;
  const named = [
    { name: guest_name_1, kana: guest_name1_kana, gender: gender_1, contact: tel },
    { name: guest_name_2, kana: '', gender: gender_2, contact: '' },
  ];
  return Array.from({ length: of }, (_, index) => {
    const { name, kana, gender, contact } = named[index] ?? { name: '', kana: '', gender: null, contact: '' };
    const entry = entries.find(({ number }) => number === index + 1);
    const language = languageOf(entry);
    return {
      ...{ number: index + 1, of, language, kana },
      gender: gender ? GENDERS[language][gender] : '',
      name: entry?.name || name,
      contact: entry?.contact || contact,
      address: entry?.address ?? '',
      occupation: entry?.occupation ?? '',
      nationality: entry?.nationality ?? '',
      passport: entry?.passport_number ?? '',
    };
  }).filter(({ number }) => number <= 2 || entries.some((entry) => entry.number === number));
}

type RegistrationCardProps = {
  hotel: HotelRecord | null;
  paper: CardPaper;
  booking: DeskBooking;
  guest: ReturnType<typeof cardGuests>[number];
  company: string;
  /** Way of paying; '' when it is not known. */
  way: string;
};

type Line = { name: string; text?: string; after?: string; half?: boolean; tall?: boolean };

function japaneseLines({ booking, guest, company, way, hotel }: RegistrationCardProps): Line[] {
  const { stayStart, stayEnd, checkinTime, record } = booking;
  const nights = daysBetween(stayStart, stayEnd);
  const fee = guest.number === 1 ? yenText(record.total_fee) : '';
  const paid = record.payment_flag === 1 ? '済' : '未';
  const leaveBy = hotel?.check_out_time ? `${hotel.check_out_time}まで` : '';
  const occupation = { name: '職業・勤務先', text: guest.occupation || company };
  const prices: Line[] = [
    { name: '料金', text: fee, half: true },
    { name: 'お支払', text: [paid, way].filter(Boolean).join(' '), half: true },
  ];
  return [
    { name: 'フリガナ', text: guest.kana },
    { name: '氏名', text: guest.name, after: '様', tall: true },
    { name: '性別', text: guest.gender, half: true },
    { name: '年齢', after: '歳', half: true },
    { name: '住所', text: guest.address, tall: true },
    { name: '連絡先', text: guest.contact },
    ...(hotel?.asks_occupation === 1 ? [occupation] : []),
    { name: '国籍', text: guest.nationality, half: true },
    { name: '旅券番号', text: guest.passport, half: true },
    { name: 'ご到着', text: `${paperDateText(stayStart)} ${checkinTime}` },
    { name: 'ご出発', text: `${paperDateText(stayEnd)} ${leaveBy}　${nights}泊` },
    { name: '人数', text: guest.of === 1 ? '1名' : `${guest.of}名のうち${guest.number}人目`, half: true },
    { name: '利用目的', text: record.purpose, half: true },
    { name: '前泊地', half: true },
    { name: '行先地', half: true },
    ...(hotel?.shows_card_prices === 1 ? prices : []),
    { name: '予約番号', text: record.booking_number, half: true },
    { name: '予約媒体', text: record.booking_source, half: true },
    { name: 'ご署名', tall: true },
  ];
}

function englishLines({ booking, guest, way, hotel }: RegistrationCardProps): Line[] {
  const { stayStart, stayEnd, checkinTime, record } = booking;
  const nights = daysBetween(stayStart, stayEnd);
  const leaveBy = hotel?.check_out_time ? `by ${hotel.check_out_time}` : '';
  const paid = record.payment_flag === 1 ? 'Paid' : 'Not paid';
  const prices: Line[] = [
    { name: 'Price', text: guest.number === 1 ? yenText(record.total_fee) : '', half: true },
    { name: 'Payment', text: [paid, way].filter(Boolean).join(' '), half: true },
  ];
  return [
    { name: 'Full name', text: guest.name, tall: true },
    { name: 'Gender', text: guest.gender, half: true },
    { name: 'Age', half: true },
    { name: 'Home address', text: guest.address, tall: true },
    { name: 'Phone / e-mail', text: guest.contact },
    ...(hotel?.asks_occupation === 1 ? [{ name: 'Occupation', text: guest.occupation }] : []),
    { name: 'Nationality', text: guest.nationality, half: true },
    { name: 'Passport No.', text: guest.passport, half: true },
    { name: 'Arrival', text: `${stayStart} ${checkinTime}` },
    { name: 'Departure', text: `${stayEnd} ${leaveBy} (${nights === 1 ? '1 night' : `${nights} nights`})` },
    { name: 'Guest', text: `${guest.number} of ${guest.of}`, half: true },
    { name: 'Booking No.', text: record.booking_number, half: true },
    { name: 'Previous stop', half: true },
    { name: 'Next stop', half: true },
    ...(hotel?.shows_card_prices === 1 ? prices : []),
    { name: 'Signature', tall: true },
  ];
}

const TEXTS = {
  ja: {
    title: '宿泊カード',
    room: 'お部屋',
    note: 'ご記入いただいた内容は、旅館業法に基づく宿泊者名簿の作成とご連絡のためにのみ使用します。国籍・旅券番号は、日本国内に住所のない外国籍の方のみご記入ください。',
  },
  en: {
    title: 'Registration Card',
    room: 'Room',
    note: 'Japanese law (Hotel Business Act) requires us to keep this register. Guests without an address in Japan are asked for nationality and passport number, and we keep a copy of the passport. The data is used for this and to contact you only.',
  },
};

/** 宿泊カード: what the law and the desk want to know of a guest, filled in as far as it is known, in the guest's language. */
function RegistrationCard(props: RegistrationCardProps) {
  const { hotel, paper, booking, guest } = props;
  const { title, room, note } = TEXTS[guest.language];
  const lines = guest.language === 'en' ? englishLines(props) : japaneseLines(props);
  return (
    <section className="registration-card" data-paper={paper} lang={guest.language}>
      <header>
        <div>
          <small>{hotel?.name}</small>
          <h1>{title}</h1>
        </div>
        <p className="card-room">
          <small>{room}</small>
          <strong>{booking.roomNumber}</strong>
        </p>
      </header>
      <dl>
        {lines.map(({ name, text, after, half, tall }) => (
          <div key={name} data-half={half || undefined} data-tall={tall || undefined}>
            <dt>{name}</dt>
            <dd>
              <span>{text}</span>
              {after && <span className="card-after">{after}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="card-note">{note}</p>
    </section>
  );
}
