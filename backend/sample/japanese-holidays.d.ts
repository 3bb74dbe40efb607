declare module 'japanese-holidays' {
  const japaneseHolidays: {
    getHolidaysOf(year: number): { month: number; date: number; name: string }[];
  };
  export = japaneseHolidays;
}
