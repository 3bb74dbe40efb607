export const mutations = [
  {
    what: 'a session goes on past its twelve hours',
    file: 'backend/identity/signed-in-staff.ts',
    find: 'endsAt === undefined || endsAt <= this.clock.now().getTime()',
    replace: 'endsAt === undefined',
    caughtBy: 'tests/backend/identity/sessions.test.ts',
  },
  {
    what: 'staff who were retired for a while keep their session',
    file: 'backend/identity/signed-in-staff.ts',
    find: 'staff.version === staffVersion || (await this.isUnchanged(role, staffId, staffVersion))',
    replace: 'staff.version >= staffVersion',
    caughtBy: 'tests/backend/identity/sessions.test.ts',
  },
  {
    what: 'the night of the day of departure is taken',
    file: 'backend/domain/dates.ts',
    find: 'daysFromTo(stay.start, addDays(stay.end, -1))',
    replace: 'daysFromTo(stay.start, stay.end)',
    caughtBy: 'tests/domain/dates.test.ts',
  },
  {
    what: 'a day is made in the zone of the server instead of in none',
    file: 'backend/domain/dates.ts',
    find: 'return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));',
    replace:
      'return new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))).getTime();',
    caughtBy: 'tests/domain/dates.test.ts',
  },
  {
    what: 'an erased guest stays in the places that no projection writes',
    file: 'backend/event-store/personal-data.ts',
    find: 'for (const scrubber of scrubbers) await scrubber(client, erased);',
    replace: '',
    caughtBy: 'tests/backend/api/erasure.test.ts',
  },
  {
    what: 'a restored log need not end where its manifest says',
    file: 'backend/backup/restore-backup.ts',
    find: 'if (rows.length === 1) return;',
    replace: 'if (rows.length <= 1) return;',
    caughtBy: 'tests/faults/refused-backups.test.ts',
  },
];
