export const mutations = [
  {
    what: 'reply before commit: a command is answered when its batch is sent, not when it is durable',
    file: 'backend/event-store/batch.ts',
    find: '    await client.done();\n',
    replace: '    client.done().catch(() => undefined);\n',
    caughtBy: 'tests/faults/kills.test.ts',
    test: 'killed-server',
  },
  {
    what: 'no lock: two nodes decide on the same end of the log',
    file: 'backend/event-store/log-head.ts',
    find: "'begin isolation level read committed; select from log_head for update'",
    replace: "'begin isolation level read committed; select from log_head'",
    caughtBy: 'tests/faults/contention.test.ts',
    test: 'contended-room',
  },
  {
    what: 'lost update: what is read under the lock is as old as the wait for it',
    file: 'backend/event-store/log-head.ts',
    find: "'begin isolation level read committed; select from log_head for update'",
    replace: "'begin isolation level repeatable read; select 1; select from log_head for update'",
    caughtBy: 'tests/faults/contention.test.ts',
    test: 'contended-room',
  },
  {
    what: 'idempotency keys are written in a transaction of their own, after the commit',
    file: 'backend/event-store/batch.ts',
    find: `  await answers.write(client);
  const last = unit.events.at(-1);
  if (!last) {
    await client.send('commit');
    return null;
  }
  const hash = await writeLog(client, parts.registry, head, unit.events);
  await project(client, unit, parts);
  await scrub(client, unit, parts.scrubbers);
  const { position, recordedAt } = last;
  const referencePosition = unit.changesReference ? position : head.referencePosition;
  await advanceAndCommit(client, { position, hash, recordedAt, referencePosition });
  const { changedStreams: streams, changes } = unit;
  return { from: head.position, to: position, hash: hash.toString('hex'), streams, changes };
`,
    replace: `  const last = unit.events.at(-1);
  if (!last) {
    await client.send('commit');
    return null;
  }
  const hash = await writeLog(client, parts.registry, head, unit.events);
  await project(client, unit, parts);
  await scrub(client, unit, parts.scrubbers);
  const { position, recordedAt } = last;
  const referencePosition = unit.changesReference ? position : head.referencePosition;
  await advanceAndCommit(client, { position, hash, recordedAt, referencePosition });
  await answers.write(client);
  const { changedStreams: streams, changes } = unit;
  return { from: head.position, to: position, hash: hash.toString('hex'), streams, changes };
`,
    caughtBy: 'tests/faults/kills.test.ts',
    test: 'killed-server',
  },
  {
    what: 'an answer is remembered without looking whether the same body came with its key',
    file: 'backend/event-store/idempotency-cache.ts',
    find: 'isOther: !remembered.fingerprint.equals(fingerprint)',
    replace: 'isOther: fingerprint.length === 0',
    caughtBy: 'tests/faults/contention.test.ts',
    test: 'contended-room',
  },
  {
    what: 'skipped projection: a booking claims its nights nowhere',
    file: 'backend/event-store/batch.ts',
    find: 'for (const derived of parts.derived) await',
    replace: 'for (const derived of parts.derived.slice(1)) await',
    caughtBy: 'tests/faults/clocks.test.ts',
    test: 'calendar-edges',
  },
  {
    what: 'position out of order: the head is left where the batch before put it',
    file: 'backend/event-store/unit-of-work.ts',
    find: 'return this.head.position + this.committedEvents.length + this.pending.length + 1;',
    replace: 'return this.head.position + this.committedEvents.length + 1;',
    caughtBy: 'tests/faults/kills.test.ts',
    test: 'killed-import',
  },
  {
    what: 'catch-up that skips one: what a terminal missed begins one event too late',
    file: 'backend/live/live.hub.ts',
    find: 'const streams = await touchedStreams(this.queries, current, to);',
    replace: 'const streams = await touchedStreams(this.queries, current + 1, to);',
    caughtBy: 'tests/faults/lines.test.ts',
    test: 'terminal-network',
  },
  {
    what: 'only what has left the buffer of a socket counts as backlog: a terminal that stops reading is never cut off',
    file: 'backend/live/live.hub.ts',
    find: 'if (unsent + (transport.socket?.bufferedAmount ?? 0) > LARGEST_BACKLOG)',
    replace: 'if (unsent < 0 || (transport.socket?.bufferedAmount ?? 0) > LARGEST_BACKLOG)',
    caughtBy: 'tests/faults/lines.test.ts',
    test: 'terminal-network',
  },
  {
    what: "time goes back with the database's clock",
    file: 'backend/event-store/log-head.ts',
    find: "utcText('greatest(clock_timestamp(), recorded_at)')",
    replace: "utcText('clock_timestamp()')",
    caughtBy: 'tests/faults/clocks.test.ts',
    test: 'shifted-clocks',
  },
  {
    what: 'today is the day of the server',
    file: 'backend/platform/clock.ts',
    find: 'day: dayIn(this.timezone, now)',
    replace: 'day: dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, now)',
    caughtBy: 'tests/faults/clocks.test.ts',
    test: 'server-zones',
  },
  {
    what: "an answer of yesterday is still good after midnight: the ETag does not hold the hotel's day",
    file: 'backend/live/log-position.middleware.ts',
    find: 'this.clock.today()',
    replace: 'this.clock.timezone',
    caughtBy: 'tests/faults/clocks.test.ts',
    test: 'shifted-clocks',
  },
  {
    what: 'a full disk is an error of the statement: 500 instead of 503',
    file: 'backend/platform/errors.ts',
    find: '/^(08|28|3D|53|57P|25P03)/',
    replace: '/^(08|28|3D|57P|25P03)/',
    caughtBy: 'tests/faults/database.test.ts',
    test: 'full-disk',
  },
  {
    what: 'the writer keeps a connection that was terminated',
    file: 'backend/event-store/writer.ts',
    find: '      if (this.client !== client) return;\n      this.client = null;\n',
    replace: '      if (this.client !== client) return;\n',
    caughtBy: 'tests/faults/lines.test.ts',
    test: 'cut-connections',
  },
  {
    what: 'one event that cannot be read hides its whole page',
    file: 'backend/event-store/event-history.ts',
    find: '      return { row, reason: (error as Error).message };',
    replace: '      throw error;',
    caughtBy: 'tests/faults/tampering.test.ts',
    test: 'malformed-event',
  },
  {
    what: 'a name in the log that is no stream keeps every terminal waiting for ever',
    file: 'backend/live/change-frame.query.ts',
    find: 'streams.filter(isStream).map(parseStream)',
    replace: 'streams.map(parseStream)',
    caughtBy: 'tests/faults/tampering.test.ts',
    test: 'malformed-event',
  },
  {
    what: 'tables that were built anew go live without what was written meanwhile',
    file: 'backend/event-store/rebuild/replay.ts',
    find: 'if (from.position >= upTo) return from;',
    replace: 'if (from.position <= upTo) return from;',
    caughtBy: 'tests/faults/database.test.ts',
    test: 'migration-beside-traffic',
  },
];
