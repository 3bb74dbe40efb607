/** Screens and routes (spec 2). */
export const screens = {
  routes: {
    title: '2 routes',
    page: {
      edit: '/reservation-registration/{id}: the registration screen with that reservation',
      list: '/reservation-status: the list of reservations',
      blank: '/reservation-registration: the same screen, no id, with a new reservation',
      noGuards: 'no guards: nobody is turned away and nobody is held back',
      mount: 'the application is mounted on the page element with id app',
      screens: 'two screens: reservation_registration and reservation_list',
    },
    browser: {
      history:
        'browser-history navigation: screens change without a page load, back and forward lead through them',
      noRedirects: 'no redirects: an address stays as it is',
    },
  },
  registrationScreen: {
    title: '2 registration screen',
    page: {
      sources: 'inputs: a list of booking-source options',
      purposes: 'inputs: a list of purpose options',
      reservation: 'type "reservation" loads an existing booking for editing',
      csvReservation: 'type "csvReservation" loads an imported record for registration',
      otherType: 'anything else: a blank new form',
      filter: 'a date-range filter',
      filterHidden: 'the date-range filter is hidden in edit mode',
      click: 'a click on a booked cell loads that booking into the form in edit mode',
    },
    browser: {
      areas: 'the reservation form on the left, the calendar on the right',
    },
  },
  overThePage: {
    title: '2 registration screen, over the page',
    page: {
      weather: 'modal: weather entry',
      help: 'modal: help showing the booking-count formula',
      cancel: 'modal: cancel confirmation',
      returned: 'modal: return-to-auto-registration-failure confirmation',
    },
    browser: {
      overlayRooms: 'a full-page loading overlay shows while rooms load',
      overlaySave: 'a full-page loading overlay shows while a save runs',
    },
  },
  listScreen: {
    title: '2 reservation list screen',
    page: {
      readOnly: 'reservation list screen: a read-only calendar',
      filter: 'it has the date filter',
      preview: 'it has a preview-field filter',
      calendar: 'it has the calendar',
      click: 'a click on a booked cell opens the detail modal',
      rooms: 'it shows only rooms that are 予約可能 or of type 倉庫',
    },
  },
  detailModal: {
    title: '2 reservation detail modal',
    page: {
      booker: 'booker name',
      guest1: 'guest name 1',
      gender1: 'gender 1',
      guest2: 'guest name 2, when present',
      gender2: 'gender 2, when present',
      room: 'room number',
      corporate: 'corporate yes/no',
      stay: 'stay period',
      checkIn: 'check-in date, or 未チェックイン',
      checkOut: 'check-out date, or 未チェックアウト',
      purpose: 'purpose',
      source: 'booking source',
      payment: 'payment status (済 or 未)',
      coupon: 'coupon (有 or 無)',
      points: 'points used (有 or 無)',
      staff: 'staff member in charge',
      notes: 'notes, when present',
      close: 'it has one close button',
    },
  },
  calendarTable: {
    title: '2 calendar table',
    page: {
      date: '1. date header',
      weekday: '2. weekday',
      weather: '3. weather',
      total: '4. total booked count',
      normalNonSmoking: '5. per-type counts: normal non-smoking',
      normalSmoking: '5. per-type counts: normal smoking',
      womenNonSmoking: '5. per-type counts: women non-smoking',
      furtherSmoking: '5. per-type counts: smoking for two further room categories',
      furtherNonSmoking: '5. per-type counts: non-smoking for two further room categories',
      rooms: '6. then one row per room number',
      holiday: 'a click on a weekday cell toggles the holiday flag for that day',
      weatherModal: 'a click on a weather cell opens the weather modal',
      help: 'a help icon opens the booking-count formula modal',
    },
    browser: {
      order: 'the rows stand in this order from the top',
      columns: 'there is one column per date',
      select: 'a click on a date header selects that date, shown with a red border',
    },
  },
  tooltips: {
    title: '2 tooltips',
    browser: {
      hover:
        'tooltips are enabled on every tooltip-marked element once the page has loaded: under the pointer',
      focus:
        'tooltips are enabled on every tooltip-marked element once the page has loaded: with the keyboard',
    },
  },
} as const;
