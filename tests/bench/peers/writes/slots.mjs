// Which room is booked when: two nights each, those that follow each other on different days, no room twice.
const dayAfter = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Makes the save that the form sends for a slot. */
export function bookingOf({ firstDay, days, rooms }, index) {
  const blocks = Math.floor(days / 2);
  const start = dayAfter(firstDay, (index % blocks) * 2);
  const room = rooms[Math.floor(index / blocks)];
  if (!room) throw new Error('every room is booked');
  return {
    reserver_name: '山田 花子',
    reserver_name_kana: 'ヤマダ ハナコ',
    guest_name_1: `山田 ${index}郎`,
    guest_name1_kana: 'ヤマダ タロウ',
    guest_name_2: '',
    room_id: room[start.slice(0, 7)],
    stay_start: start,
    stay_end: dayAfter(start, 2),
    purpose: '出張',
    booking_source: '自社',
    notes: '',
    csv_notes: '0',
    checkin_time: '15:00',
    total_fee: 16_000,
    booking_number: '',
    mens_count: 1,
    womens_count: 0,
    corporateID: 0,
    tel: `090-${String(1_0000_0000 + index).slice(1, 5)}-${String(1_0000_0000 + index).slice(5)}`,
    payment_type: null,
    coupon: 0,
    room_move_lock: 0,
    blacklist_id: -1,
    nextday_out_flag: 0,
    is_day_before_same_flag: 0,
  };
}
