import { MAX_GUESTS } from '../reservation/save-rules.js';
import type { RoomShare } from './channel-reservation.js';
import type { FailureReason } from './csv-reservation.js';

type Whole = { rooms: number; men: number; women: number; totalFee: number; usedPoints: number };

function evenly(total: number, rooms: number): number[] {
  const [base, remainder] = [Math.floor(total / rooms), total % rooms];
  return Array.from({ length: rooms }, (_, room) => base + (room < remainder ? 1 : 0));
}

/** So many more guests, evenly; the remainder goes to the rooms that have the fewest, first rooms first. */
function besides(guests: readonly number[], total: number): number[] {
  const order = guests.map((_, room) => room).sort((a, b) => (guests[a] ?? 0) - (guests[b] ?? 0));
  const shares = evenly(total, guests.length);
  return guests.map((_, room) => shares[order.indexOf(room)] ?? 0);
}

function faultOf(guests: number): FailureReason | null {
  if (guests === 0) return '必須項目欠落';
  return guests > MAX_GUESTS ? '定員超過' : null;
}

/** What each room has of its reservation: guests, yen and points evenly, the remainder first. */
export function shareRooms({ rooms, men, women, totalFee, usedPoints }: Whole): RoomShare[] {
  const mens = evenly(men, rooms);
  const womens = besides(mens, women);
  const fees = evenly(totalFee, rooms);
  const points = evenly(usedPoints, rooms);
  return mens.map((mensCount, room) => {
    const womensCount = womens[room] ?? 0;
    const fault = faultOf(mensCount + womensCount);
    return { mensCount, womensCount, totalFee: fees[room] ?? 0, usedPoints: points[room] ?? 0, fault };
  });
}
