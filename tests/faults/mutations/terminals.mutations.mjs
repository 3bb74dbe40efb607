export const mutations = [
  {
    what: 'frame dropped: one in fifty is sent to nobody',
    file: 'backend/live/live.hub.ts',
    find: "    this.server?.to(ROOM).emit('changes', span",
    replace: "    if (to % 50 > 0) this.server?.to(ROOM).emit('changes', span",
    caughtBy: 'tests/faults/load/load.test.ts',
  },
  {
    what: 'a terminal that was away is not sent what it missed',
    file: 'backend/live/live.hub.ts',
    find: '    let current = known;',
    replace: '    let current = this.position;',
    caughtBy: 'tests/faults/load/load.test.ts',
  },
  {
    what: 'a terminal lets an older answer win over what it knows',
    file: 'frontend/shared/calendar-data/apply-frame.ts',
    find: 'if (known && known.version > record.version) continue;',
    replace: '',
    caughtBy: 'tests/faults/simulation/simulation.test.ts',
  },
  {
    what: 'a terminal takes a frame after a gap as if nothing were missing',
    file: 'frontend/shared/live/frame-log.ts',
    find: "if (reached !== null && frame.from > reached) return 'gap';",
    replace: '',
    caughtBy: 'tests/faults/simulation/simulation.test.ts',
  },
];
