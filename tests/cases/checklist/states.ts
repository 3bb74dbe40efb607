/** States and transitions (spec 4). */
export const states = {
  formMode: {
    title: '4 states: the form',
    page: {
      newMode: 'form mode: new registration',
      editByClick: 'edit starts after a booked cell is clicked',
      editById: 'edit starts after a reservation is opened by id',
      saveResets: 'saving an edit resets the form to blank defaults',
      cancelResets: 'cancelling an edit resets the form to blank defaults',
      cancelledResets: 'cancelling the edited booking resets the form to blank defaults',
      blocked: 'save: while a save is in progress, a second submit is blocked',
    },
  },
  booking: {
    title: '4 states: the booking',
    page: {
      cancelled: 'booking: active, then cancelled (is_cancelled becomes 1) through the cancel action',
      cancelInEdit: 'cancel is offered only in edit mode',
      cancelBeforeCheckIn: 'cancel is offered only when there is no check-in date yet',
      notDrawn: 'cancelled bookings are not drawn as booked',
      returned: 'return to auto-registration failure: cancels the booking and sets it to the failed state',
      returnOffered: 'return to auto-registration failure is offered under the same condition as cancel',
      locked: 'room-move lock: when set, it disables room choice',
    },
  },
  checkedIn: {
    title: '4 states: once checked in',
    page: {
      checkInDate: 'the check-in date becomes read-only',
      billingFee: 'the billing fee becomes read-only',
      usedPoints: 'the used points become read-only',
      purpose: 'the purpose blank option is disabled',
      checkOut: 'the check-out date cannot be moved later than the original',
    },
  },
  cellColours: {
    title: '4 states: calendar cell colours',
    page: {
      advance: 'the shade advances at each new stay start within a room row',
      everyCell: 'every cell in sight has the colour of its booking',
    },
    browser: {
      shades: 'calendar cell colours cycle through six shades (0-5)',
      unpaid: 'unpaid variants are used when payment_flag is 0',
    },
  },
} as const;
