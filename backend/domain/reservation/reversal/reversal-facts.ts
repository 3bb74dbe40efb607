import type { Stay } from '../../dates.js';
import type { ReservationFacts } from '../reservation.commands.js';

/** What a reversal may look at beside the neighbours: whether a room beyond them is booked for a night of a stay. */
export type ReversalFacts = ReservationFacts & { isTaken: (roomNumber: string, stay: Stay) => boolean };
