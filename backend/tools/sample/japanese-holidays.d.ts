declare module 'japanese-holidays' {
  const japaneseHolidays: {
    getHolidaysOf(year: number): { month: number; date: number; name: string }[];
    /** The name of the holiday that an instant in Japan lies on. */
    isHolidayAt(instant: Date): string | undefined;
  };
  export = japaneseHolidays;
}
