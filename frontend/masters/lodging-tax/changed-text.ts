/** Says what a change of a rule did to bookings. */
export const changedText = (name: string, done: string, bookings: number): string =>
  bookings === 0
    ? `宿泊税「${name}」を${done}。`
    : `宿泊税「${name}」を${done}。予約${bookings}件に反映しました。`;
