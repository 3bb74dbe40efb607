export function chooseClock(): void;
export function clockOffset(): number;
export const withChosenClock: string[];
export function shiftDatabaseClock(superuserUrl: string, name: string, offset?: number): Promise<void>;
