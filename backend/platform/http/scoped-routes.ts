import type { Scope } from '@domain/masters/service-accounts.js';

const BOOKINGS: readonly Scope[] = ['bookings'];
/** Calls whose answers tell who the guests are. */
const GUESTS: readonly Scope[] = ['bookings', 'personal'];
const ROOMS: readonly Scope[] = ['rooms'];
const IMPORTS: readonly Scope[] = ['imports'];
const IMPORTED_GUESTS: readonly Scope[] = ['imports', 'personal'];

/** The calls that service accounts may make, each with the scopes that it needs; every other call is closed to them. */
export const SCOPED_ROUTES: Readonly<Record<string, readonly Scope[]>> = {
  'GET /api/bookings': GUESTS,
  'GET /api/booking/:id': GUESTS,
  'GET /api/booking/:id/history': GUESTS,
  'GET /api/booking-search': GUESTS,
  'GET /api/fetch-reservation-data/:id': GUESTS,
  'POST /api/booking': BOOKINGS,
  'PUT /api/booking/:id': GUESTS,
  'PUT /api/booking/:id/cancel': GUESTS,
  'POST /api/booking/:id/check-in': GUESTS,
  'DELETE /api/booking/:id/check-in': GUESTS,
  'POST /api/booking/:id/check-out': GUESTS,
  'DELETE /api/booking/:id/check-out': GUESTS,
  'POST /api/booking/:id/payment': GUESTS,
  'GET /api/corporate_master': BOOKINGS,
  'GET /api/payment_master': BOOKINGS,
  'GET /api/rooms': ROOMS,
  'GET /api/room-months': ROOMS,
  'GET /api/room-proposals': ROOMS,
  'GET /api/booking_type_diff': ROOMS,
  'GET /api/weather': ROOMS,
  'POST /api/weather': ROOMS,
  'PUT /api/weather/:id': ROOMS,
  'POST /api/weather/holiday': ROOMS,
  'PUT /api/weather/:id/holiday': ROOMS,
  'GET /api/room-closures': ROOMS,
  'POST /api/room-closures': ROOMS,
  'PUT /api/room-closures/:id': ROOMS,
  'DELETE /api/room-closures/:id': ROOMS,
  'POST /api/csv-imports': IMPORTS,
  'POST /api/csv-imports/rows': IMPORTS,
  'GET /api/csv-imports': IMPORTS,
  'GET /api/csv-imports/:id': IMPORTED_GUESTS,
  'GET /api/csv-imports/:id/failed.csv': IMPORTED_GUESTS,
  'GET /api/csv-reservations': IMPORTED_GUESTS,
  'GET /api/feed': ['events'],
};

/** The scopes that a call needs, by its method and the pattern of its route; null where service accounts may not call. */
export function scopesOf(method: string, route: string): readonly Scope[] | null {
  const name = `${method === 'HEAD' ? 'GET' : method} ${route}`;
  return Object.hasOwn(SCOPED_ROUTES, name) ? (SCOPED_ROUTES[name] ?? null) : null;
}
