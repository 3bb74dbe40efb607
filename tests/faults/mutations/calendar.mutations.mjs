export const mutations = [
  {
    what: 'the day in a zone is the day in UTC',
    file: 'backend/domain/dates.ts',
    find: 'instant.getTime() + offsetAt(zone, instant.getTime())',
    replace: 'instant.getTime()',
    caughtBy: 'tests/domain/dates.test.ts',
  },
  {
    what: 'a stay that began before the days shown counts its nights from the first of them',
    file: 'backend/domain/calendar/stay-cells.ts',
    find: 'at - column + 1',
    replace: 'at - Math.max(0, column) + 1',
    caughtBy: 'tests/domain/calendar/stay-cells.test.ts',
  },
  {
    what: 'rooms of the tenth floor are sorted below the ninth',
    file: 'backend/domain/room/room-order.ts',
    find: 'const POSITION_DIGITS = 2;',
    replace: 'const POSITION_DIGITS = 3;',
    caughtBy: 'tests/domain/room/rooms.test.ts',
  },
  {
    what: 'what was opened in the form before the socket was there is told to nobody',
    file: 'frontend/shared/live/lazy-connection.ts',
    find: 'if (own) live.activity(own);',
    replace: '',
    caughtBy: 'tests/frontend/shared/live/lazy-connection.test.ts',
  },
  {
    what: 'a selector asks what the page has: every cell that comes restyles the whole document',
    file: 'frontend/calendar/gestures/gestures.css',
    find: '.placing .tooltip {',
    replace: 'body:has(.gesture-words) .tooltip {',
    caughtBy: 'tests/architecture/wide-selectors.test.ts',
  },
];
