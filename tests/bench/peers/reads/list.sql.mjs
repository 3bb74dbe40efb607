// The list of a range out of the product's own tables: the rows, and the whole text made by the database.
const IN_RANGE = `daterange(b.stay_start, b.stay_end) && daterange($1::date, $2::date, '[]')`;

export const ROWS = `select b.state from bookings b where ${IN_RANGE} order by b.stay_start, b.id`;

export const ROOM_MONTHS = `select id, room_number as "roomNumber", to_char(month, 'YYYY-MM') as month from room_months`;

const FIELDS = {
  id: 'b.id',
  version: 'b.version',
  room_id: 'm.id',
  date: 'n.night::date',
  stay_start: 'b.stay_start',
  stay_end: 'b.stay_end',
  is_cancelled: 'b.is_cancelled::int',
  reserver_name: 'reserverName',
  reserver_name_kana: 'reserverNameKana',
  guest_name_1: 'guestName1',
  guest_name1_kana: 'guestName1Kana',
  guest_name_2: 'guestName2',
  gender_1: `case when mens > 0 then 'male' when womens > 0 then 'female' end`,
  gender_2: `case when mens > 1 then 'male' when mens + womens > 1 then 'female' end`,
  purpose: 'purpose',
  booking_source: 'bookingSource',
  notes: 'notes',
  csv_notes: `b.state ->> 'usedPoints'`,
  checkin_time: 'checkinTime',
  checkin_date: 'checkinDate',
  checkout_date: 'checkoutDate',
  total_fee: 'totalFee',
  booking_number: 'bookingNumber',
  mens_count: 'mensCount',
  womens_count: 'womensCount',
  corporateID: 'corporateId',
  corporate: `((b.state ->> 'corporateId') <> '0')::int`,
  tel: 'tel',
  payment_type: 'paymentType',
  payment_status: `case when b.state ->> 'paymentFlag' = '1' then '済' else '未' end`,
  payment_flag: 'paymentFlag',
  coupon: 'coupon',
  used_points: 'usedPoints',
  room_move_lock: 'roomMoveLock',
  blacklist_id: 'blacklistId',
  nextday_out_flag: 'nextdayOutFlag',
  base_booking_id: 'baseBookingId',
  group_end_date: 'groupEndDate',
  changed_room: 'changedRoom',
  staff_id: 'staffId',
};

const expressionOf = (source) => (/^\w+$/.test(source) ? `b.state -> '${source}'` : source);

export const WHOLE_TEXT = `
  select coalesce(json_agg(json_build_object(
    ${Object.entries(FIELDS)
      .map(([field, source]) => `'${field}', ${expressionOf(source)}`)
      .join(', ')}
  ) order by b.stay_start, b.id, n.night), '[]')::text as text
  from bookings b
  cross join lateral (select (b.state ->> 'mensCount')::int as mens, (b.state ->> 'womensCount')::int as womens) party
  cross join lateral generate_series(greatest(b.stay_start, $1::date), least(b.stay_end - 1, $2::date), interval '1 day') n(night)
  left join room_months m on m.room_number = b.room_number and m.month = date_trunc('month', n.night)::date
  where ${IN_RANGE}`;
