/** The error catalogue (spec 8). */
export const errors = {
  messages: {
    title: '8 Error catalogue: messages',
    page: {
      saveFailureOnCreate:
        "Save failure: the server's error text is shown in an alert and the form stays as it is (a new booking)",
      saveFailureOnEdit:
        "Save failure: the server's error text is shown in an alert and the form stays as it is (an edit)",
      saveFailureText: "Save failure: the text is the server's, whatever it says",
      saveSuccessOnEdit: 'Save success on edit: alert 予約が更新されました！',
      saveSuccessOnCreate: "Save success on create: the server's message is alerted",
      cancelSuccess: 'Cancel success: alert 予約がキャンセルされました',
      returnSuccess: 'Return success: alert 予約情報を取消後、手間いらずの自動登録失敗状態にしました',
      returnRefused: "Return, flag not true: the server's error text is alerted and the modal is closed",
      returnFlagText: 'Return, flag not true: anything but true counts, and the text is the server’s',
    },
  },
  failures: {
    title: '8 Error catalogue: other load or update failures',
    page: {
      bookings: 'A failed load of the bookings is only logged to the console, with no message',
      rooms: 'A failed load of the rooms is only logged to the console, with no message',
      counts: 'A failed load of the counts is only logged to the console, with no message',
      weather: 'A failed load of the weather is only logged to the console, with no message',
      corporates: 'A failed load of the corporate master is only logged to the console, with no message',
      payments: 'A failed load of the payment master is only logged to the console, with no message',
      blacklist: 'A failed load of the blacklist is only logged to the console, with no message',
      booking: 'A failed load of a booking for the form is only logged to the console, with no message',
      imported:
        'A failed load of an imported record for the form is only logged to the console, with no message',
      weatherUpdate: 'A failed update of the weather is only logged to the console, with no message',
      holidayUpdate: 'A failed update of the holiday flag is only logged to the console, with no message',
    },
  },
  lookups: {
    title: '8 Error catalogue: lookups',
    page: {
      room: 'Room-name lookup: shows 部屋が見つかりません when the room is missing',
      staffMissing: 'Staff lookup: a missing staff id shows 不明',
      staffFailed: 'Staff lookup: a failed lookup shows 不明',
      staffUnnamed: 'Staff lookup: an empty name shows 未定義',
    },
  },
} as const;
