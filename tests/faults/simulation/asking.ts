import { type Day, monthOf } from '@domain/dates.js';
import type { MemoryDatabase } from '../../support/memory-store/memory-database.js';
import type { Desk } from './desk.js';
import type { Command } from './steps.js';
import type { SimulatedTerminal } from './terminal.js';

/** What a terminal asks for, in words, and how; asked again it is the same to the byte. */
export type Asked = {
  told: string;
  version?: number | null;
  body: unknown;
  run: (desk: Desk) => Promise<unknown>;
};

/** What a command may choose from. */
export type Known = {
  terminal: SimulatedTerminal;
  database: MemoryDatabase;
  /** Requests that wrote something, newest first. */
  done: readonly { key: string; at: number; told: string }[];
};

export type Asking = (command: Command, known: Known) => Asked | null;

/** The nth of some, beginning anew behind the last. */
export const pick = <Item>(items: readonly Item[], nth: number): Item | undefined =>
  items[nth % items.length];

/** The id of a room's month as the terminal knows it; one that never was for a room that has none. */
export function roomIdOf({ terminal }: Known, roomNumber: string, date: Day): number {
  return terminal.shown.rooms.byNumber.get(roomNumber)?.months.get(monthOf(date))?.id ?? 999_999;
}

/** The version that the terminal saw, none, or one that nobody ever saw. */
export function versionFor(booking: { version: number }, twist: number): number | null {
  if (twist === 11) return booking.version + 1;
  return twist % 3 === 1 ? booking.version : null;
}
