const SEGMENTS = 'backend/reservations/nights/night-segments.ts';
const ANSWERS = 'backend/reservations/nights/booking-list-cache.ts';
const PARTS = 'backend/reservations/nights/night-part.ts';
const QUERY = 'backend/reservations/nights/read-nights.query.ts';
const LISTS = 'tests/backend/reservations/booking-list-cache.test.ts';

export const mutations = [
  {
    what: 'a booking that was moved stays on the days it was on',
    file: SEGMENTS,
    find: 'ids.has(booking.id) || isIn(part, booking)',
    replace: 'isIn(part, booking)',
    caughtBy: LISTS,
    test: 'that is moved',
  },
  {
    what: 'a new booking renews no list',
    file: SEGMENTS,
    find: 'ids.has(booking.id) || isIn(part, booking)',
    replace: 'ids.has(booking.id)',
    caughtBy: LISTS,
    test: 'changed elsewhere',
  },
  {
    what: 'a whole list outlives its parts',
    file: ANSWERS,
    find: 'if (segments.some((segment) => isTouched(segment, touched))) this.answers.delete(name);',
    replace: '',
    caughtBy: LISTS,
    test: 'that is moved',
  },
  {
    what: 'a part goes on beyond the end of the range',
    file: SEGMENTS,
    find: 'whole && whole.lastNight <= part.upTo ? whole',
    replace: 'whole ? whole',
    caughtBy: LISTS,
    test: 'over the edges',
  },
  {
    what: 'a booking that begins on the first day is listed twice',
    file: PARTS,
    find: 'stayStart < on && on < stayEnd',
    replace: 'stayStart <= on && on < stayEnd',
    caughtBy: 'tests/backend/reservations/booking-list-cache.property.test.ts',
  },
  {
    what: 'a month given to a room leaves the nights without its id',
    file: QUERY,
    find: `and not exists (select from later where stream like 'room-month-%')`,
    replace: '',
    caughtBy: LISTS,
    test: 'given a month',
  },
  {
    what: 'a restored log is taken for the one before',
    file: QUERY,
    find: `and exists (select from event_log where position = $1 and hash = decode($2, 'hex'))`,
    replace: `and $2 <> ''`,
    caughtBy: LISTS,
    test: 'another log',
  },
  {
    what: 'a list stands on when a rebuild has mended its table',
    file: QUERY,
    find: '"readModels" = $3 and',
    replace: '$3 > -1 and',
    caughtBy: 'tests/backend/api/list-answers.test.ts',
    test: 'a rebuild',
  },
  {
    what: 'a stretch too long to look through is taken for unchanged',
    file: QUERY,
    find: 'and position - $1 <= $',
    replace: 'and position - $1 < 1000000 + $',
    caughtBy: LISTS,
    test: 'many bookings',
  },
  {
    what: 'who asks during a look is answered by it, as of before a change that was acknowledged meanwhile',
    file: 'backend/platform/coalescer.ts',
    find: 'this.next = null;',
    replace: 'setTimeout(() => (this.next = null), 50);',
    caughtBy: 'tests/backend/platform/coalescer.test.ts',
  },
  {
    what: 'erased names stay in memory until somebody reads',
    file: ANSWERS,
    find: 'if (this.end === null) return;',
    replace: 'return;',
    caughtBy: 'tests/backend/api/list-answers.test.ts',
    test: 'leaves the memory',
  },
  {
    what: 'memory grows with every range',
    file: ANSWERS,
    find: 'maxSize: MOST_BYTES',
    replace: 'maxSize: 1000 * MOST_BYTES',
    caughtBy: LISTS,
    test: 'within its bound',
  },
  {
    what: 'the checksum of a joined gzip is that of its last piece',
    file: 'backend/platform/http/joined-gzip.ts',
    find: 'crc32Joined(crc, piece.crc, piece.shift)',
    replace: 'piece.crc',
    caughtBy: 'tests/backend/platform/joined-gzip.property.test.ts',
  },
];
