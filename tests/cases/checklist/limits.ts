/** Business constants and limits (spec 9). */
export const limits = {
  formLimits: {
    title: '9 Business constants: form',
    page: {
      men: 'Guests per booking: men 0-2',
      women: 'Guests per booking: women 0-2',
      guests: 'Guests per booking: at most 2',
      widened: 'Room search widens the calendar by 5 days before check-in and 5 days after check-out',
      range: 'Default calendar for a new form: 5 days back to 14 days ahead',
      step: 'Check-in time step is 10 minutes',
      suggestions: 'Check-in time suggestions run from 13:00 to 22:50',
      otherTimes: 'Check-in time suggestions are no limit: other times can be typed',
      purpose: 'Default purpose 出張',
      source: 'Default booking source 自社',
    },
    browser: {
      overlay: 'The loading overlay fade closes after 150 ms',
    },
  },
  listLimits: {
    title: '9 Business constants: list screen',
    page: {
      range: 'Default calendar on the list screen: 7 days back to the end of next month',
      guestName1: 'Preview field guestName1',
      guestName2: 'Preview field guestName2',
      gender: 'Preview field gender',
      purpose: 'Preview field purpose',
      bookingSource: 'Preview field bookingSource',
      paymentStatus: 'Preview field paymentStatus (済 or 未)',
      coupon: 'Preview field coupon (ク有 or ク無)',
      points: 'Preview field points (ポ有 or ポ無)',
    },
  },
  rooms: {
    title: '9 Business constants: rooms',
    page: {
      order: 'Room display order: floors 10 down to 2, positions 01 to 16 omitting 04, 09 and 14',
      choiceOrder: 'Room display order: found rooms, and the other free ones, are offered in it',
      specialForCouple: 'Room 916 is special: offered to a man and a woman',
      specialForWomen: 'Room 916 is special: offered to two women',
      specialForMen: 'Room 916 is special: not offered to two men',
    },
    browser: {
      colours: 'Room colours are keyed by the floor digit',
    },
  },
  bookings: {
    title: '9 Business constants: bookings in the calendar',
    page: {
      source1: 'Booking source 1: 自社',
      source2: 'Booking source 2: 楽天',
      source3: 'Booking source 3: 電話',
      source4: 'Booking source 4: 企業(法人)',
      source5: 'Booking source 5: 訪問',
      source6: 'Booking source 6: るるぶ',
      source7: 'Booking source 7: 宿泊時',
      source8: 'Booking source 8: その他',
      source9: 'Booking source 9: じゃらん',
      circled: 'A circled digit is used when the stay exceeds 1 night',
      nextdayOut: 'A 翌OUT marker shows on the last night when nextday_out_flag is 1',
      choices: 'The booking sources stand in this order in the form',
    },
    browser: {
      shades: 'Booked colour cycle is 0-5',
    },
  },
  days: {
    title: '9 Business constants: days',
    page: {
      formula: 'Booking count formula, left to right, as the help tells it',
      free: 'Booking count formula, left: rooms minus actual bookings',
      imported: 'Booking count formula, middle: auto-registration bookings',
      atDesk: 'Booking count formula, right: rooms minus (rooms minus actual) minus auto-registration',
    },
    browser: {
      saturday: 'Weekend colouring applies on Saturday',
      sunday: 'Weekend colouring applies on Sunday',
      holiday: 'Weekend colouring applies on a holiday flag of 1',
      notByColourAlone: 'Saturday, Sunday and a holiday flag of 1 are told by more than their colour',
    },
  },
} as const;
