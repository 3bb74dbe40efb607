/** Validation rules (spec 5). */
export const rules = {
  onSave: {
    title: '5 On save',
    page: {
      guestName: 'guest name under 2 characters: 宿泊者名は2文字以上で入力してください。',
      bookerName: 'booker name under 2 characters: 予約者名は2文字以上で入力してください。',
      noGuests: 'men plus women count is 0: 宿泊人数を選択してください。',
      tooMany: 'men plus women count is more than 2: 宿泊人数が2名を超えています。',
      room: 'room missing or not numeric: ルームタイプを選択してください。',
      checkIn: 'check-in missing: チェックイン日を入力してください。',
      checkOut: 'check-out missing: チェックアウト日を入力してください。',
      extended:
        'already checked in and new check-out later than the original: チェックイン後はチェックアウト日を延長することは出来ません。',
      time: 'check-in time missing: チェックイン時間を入力してください。',
      fee: 'billing fee not numeric or empty: 合計料金は数値を入力してください。',
      points: 'used points not numeric or empty: 利用ポイントは数値を入力してください。',
      notAfter: 'check-out not after check-in: 宿泊終了日は宿泊開始日より後の日付を選択してください。',
      heading: 'all errors are shown together in one alert headed 入力内容にエラーがあります',
      order: 'the errors stand in the order of the table',
    },
  },
  savedRoom: {
    title: '5 On save: the room',
    page: {
      notSearched:
        'new bookings only: room search not run: 予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。',
      notSearchedAgain:
        'new bookings only: room search not run for what the form says now: 予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。',
      closed:
        'new bookings only: chosen room marked 予約不可 in some month of the stay: 予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。',
      missing:
        'new bookings only: chosen room missing in some month of the stay: 予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。',
      edit: 'new bookings only: an edit needs no search and may stay in a room marked 予約不可',
      overlap:
        'overlap with another active booking in the same room in the period: 選択した部屋は指定された期間に既に予約されています。',
      itself: 'overlap: the booking being edited is excluded',
    },
  },
  dateFilter: {
    title: '5 Date filter',
    page: {
      list: 'the end must not be before the start, on the list screen: 終了日は開始日より後の日付を選択してください。',
      registration:
        'the end must not be before the start, on the registration screen: 終了日は開始日より後の日付を選択してください。',
      sameDay: 'the end may be the start',
    },
  },
  blacklist: {
    title: '5 Blacklist check',
    page: {
      newBookings: 'it runs before save, for new bookings',
      listedEdits: 'it runs for edits where the blacklist id is not -1',
      clearedEdits: 'it does not run for edits where the blacklist id is -1',
      bookerName: 'a match means guest_name equals the booker name',
      guestName: 'or the guest name',
      kana: 'or the kana',
      samePhone: 'and a phone is entered and the entry’s phone equals it',
      noEntryPhone: 'or a phone is entered and the entry’s phone is null',
      noPhone: 'or no phone is entered',
      otherPhone: 'no match when a phone is entered and the entry’s phone is another',
      otherName: 'no match when no name equals, whatever the phone',
      question:
        'on a match, a confirm asks: ブラックリストに登録されている宿泊者です。予約登録を続行しますか？',
      declining: 'declining aborts the save',
      accepting: 'accepting stores the entry id',
      noMatch: 'no match sets the blacklist id to -1',
    },
  },
  roomSearch: {
    title: '5 Room search',
    page: {
      checkIn: 'it requires check-in: チェックイン日を入力してください。',
      checkOut: 'it requires check-out: チェックアウト日を入力してください。',
      oneGuest: 'it requires 1 guest at least: 宿泊人数を選択してください。',
      twoGuests: 'it requires 2 guests at most: 宿泊人数が2名を超えています。',
      order:
        'it requires a check-out after the check-in: 宿泊終了日は宿泊開始日より後の日付を選択してください。',
      together: 'all that is missing is told in one alert, as on save',
      nothingElse: 'it requires nothing else',
    },
  },
  roomRules: {
    title: '5 Room search rules',
    page: {
      closed: 'the candidate room must not be 予約不可 in any month of the stay',
      noCorporate: 'non-corporate guests get no corporate rooms',
      corporateFlag:
        'for a corporate guest whose corporate flag is 1, non-smoking single guests need a corporate-flag room whose gender priority matches',
      single: 'otherwise one single guest needs a matching gender priority and the same smoking status',
      smokingMatch: 'two guests, or smoking, require only a smoking match',
      twin: 'one man plus one woman, or two women, get twin rooms',
      room916: 'this includes room 916 when it is free in the period, whatever its type',
      twoMen: 'two men get twin rooms other than 916',
      oneGuest: 'one guest gets non-twin rooms only',
      booked: 'rooms already booked in the period are excluded from the highlighted list',
    },
  },
  emptySearch: {
    title: '5 Room search rules: an empty result says which rule left nothing',
    page: {
      notReservable: 'no room: none is 予約可能 all along',
      corporateOnly: 'no room: those left are for corporate guests',
      noCorporateRoom: 'no room: those left are not for corporate guests',
      gender: 'no room: those left are for the other gender',
      smokingStatus: 'no room: those left have the other smoking status',
      noSingle: 'no room for one: those left are twin rooms',
      noTwin: 'no room for two: those left are no twin rooms',
      occupied: 'no room: those left are booked in the period',
    },
  },
} as const;
