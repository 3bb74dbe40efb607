type PlantedFile = readonly [path: string, content: string];
type PlantedViolation = { rule: string; path: string; files: readonly PlantedFile[] };

/** Imports a path and keeps it in use, as real code would. */
const importing = (from: string) => `import { x } from '${from}';\nexport const y = x;\n`;
const plain = 'export const x = 1;\nexport type X = number;\n';

/** A small tree in which every import is one that the architecture allows. */
export const legalFiles: readonly PlantedFile[] = [
  ['backend/domain/room/room.ts', importing('../dates.js')],
  ['backend/domain/plain.ts', plain],
  [
    'backend/wire/booking.ts',
    `import { z } from 'zod';\nimport { x } from '@domain/plain.js';\nexport const y = z.literal(x);\n`,
  ],
  ['backend/wire/plain.ts', plain],
  ['backend/platform/clock.ts', importing('@domain/dates.js')],
  ['backend/platform/database.ts', `import pg from 'pg';\nexport const x = pg;\n`],
  ['backend/event-store/writer.ts', importing('../platform/clock-value.js')],
  ['backend/platform/clock-value.ts', plain],
  ['backend/rooms/rooms.module.ts', plain],
  ['backend/streams/room.stream.ts', plain],
  ['backend/rooms/rooms.public.ts', plain],
  ['backend/rooms/inside.ts', plain],
  ['backend/reservations/uses-rooms.ts', importing('../streams/room.stream.js')],
  ['backend/calendar/uses-rooms.ts', importing('../rooms/rooms.module.js')],
  ['backend/masters/uses-rooms.ts', importing('../rooms/rooms.public.js')],
  ['backend/live/uses-wire.ts', importing('@wire/plain.js')],
  ['backend/tools/sample/hotel.ts', importing('../../rooms/inside.js')],
  ['backend/app.module.ts', importing('./rooms/inside.js')],
  ['backend/main.ts', importing('./rooms/rooms.module.js')],
  ['backend/tools/cli/launcher.ts', importing('../../main-value.js')],
  ['backend/main-value.ts', plain],
  ['frontend/shared/plain.ts', plain],
  ['frontend/booking/plain.ts', importing('../shared/plain.js')],
  ['frontend/calendar/uses-booking.ts', importing('../booking/plain.js')],
  ['frontend/app/uses-booking.ts', importing('../booking/plain.js')],
  [
    'frontend/app/Screen.tsx',
    `import { x } from '@domain/plain.js';\nimport { x as w } from '@wire/plain.js';\nexport const y = [x, w];\n`,
  ],
  ['frontend/vite.config.ts', `import { join } from 'node:path';\nexport const x = join('a');\n`],
  ['migrations/0001-first.ts', `import { sql } from 'kysely';\nexport const up = sql;\n`],
  ['tests/support/builders.ts', importing('#backend/rooms/inside.js')],
];

/** Files with one import that is forbidden. */
const FORBIDDEN_IMPORTS: readonly [rule: string, path: string, from: string][] = [
  ['no-unresolvable-imports', 'backend/rooms/lost.ts', './missing.js'],
  ['no-unresolvable-imports', 'backend/rooms/alias-of-tests.ts', '#backend/rooms/inside.js'],
  ['domain-imports-only-domain', 'backend/domain/uses-wire.ts', '@wire/plain.js'],
  ['domain-imports-only-domain', 'backend/domain/uses-node.ts', 'node:crypto'],
  ['domain-uses-no-packages', 'backend/domain/uses-zod.ts', 'zod'],
  ['domain-uses-no-packages', 'backend/domain/uses-luxon.ts', 'luxon'],
  ['wire-imports-only-domain', 'backend/wire/uses-platform.ts', '../platform/database.js'],
  ['wire-uses-only-zod', 'backend/wire/uses-luxon.ts', 'luxon'],
  ['event-store-imports-no-feature', 'backend/event-store/uses-rooms.ts', '../rooms/rooms.module.js'],
  ['event-store-imports-no-feature', 'backend/event-store/uses-wire.ts', '@wire/plain.js'],
  ['platform-imports-no-feature', 'backend/platform/uses-rooms.ts', '../rooms/rooms.module.js'],
  ['streams-import-no-feature', 'backend/streams/uses-rooms.ts', '../rooms/rooms.module.js'],
  ['streams-import-no-feature', 'backend/streams/uses-wire.ts', '@wire/plain.js'],
  ['features-import-no-later-feature', 'backend/event-log/uses-rooms.ts', '../rooms/rooms.public.js'],
  ['features-import-only-public-files', 'backend/reservations/uses-inside.ts', '../rooms/inside.js'],
  ['features-import-only-public-files', 'backend/identity/uses-cli.ts', '../tools/cli/launcher.js'],
  ['features-import-only-public-files', 'backend/imports/uses-sample.ts', '../tools/sample/hotel.js'],
  ['database-driver-only-in-platform', 'backend/calendar/uses-pg.ts', 'pg'],
  ['backend-imports-no-screens', 'backend/live/uses-screen.ts', '../../frontend/app/Screen.js'],
  ['frontend-imports-only-domain-and-wire', 'frontend/app/UsesRooms.tsx', '../../backend/rooms/inside.js'],
  ['screens-import-shared-and-named-features', 'frontend/shared/uses-booking.ts', '../booking/plain.js'],
  [
    'screens-import-shared-and-named-features',
    'frontend/booking/uses-calendar.ts',
    '../calendar/uses-booking.js',
  ],
  ['screens-import-shared-and-named-features', 'frontend/reports/uses-booking.ts', '../booking/plain.js'],
  ['frontend-uses-no-node', 'frontend/shared/uses-node.ts', 'node:path'],
  ['frontend-uses-no-server-packages', 'frontend/shared/uses-kysely.ts', 'kysely'],
  ['migrations-are-frozen', 'migrations/0002-second.ts', '../backend/domain/plain.js'],
  ['product-uses-no-development-packages', 'backend/rooms/uses-jest.ts', 'fast-check'],
];

/** Other ways to break a rule: the first file of each is the one that must be reported. */
const OTHER_VIOLATIONS: readonly [rule: string, ...files: PlantedFile[]][] = [
  [
    'no-cycles',
    ['backend/calendar/cycle-a.ts', `import { b } from './cycle-b.js';\nexport const a = () => b;\n`],
    ['backend/calendar/cycle-b.ts', `import { a } from './cycle-a.js';\nexport const b = () => a;\n`],
  ],
  [
    'no-cycles',
    [
      'frontend/shared/type-cycle-a.ts',
      `import type { B } from './type-cycle-b.js';\nexport type A = B | 1;\n`,
    ],
    [
      'frontend/shared/type-cycle-b.ts',
      `import type { A } from './type-cycle-a.js';\nexport type B = A[];\n`,
    ],
  ],
  ['public-files-are-short', ['backend/rooms/long.public.ts', `${'//\n'.repeat(60)}export const x = 1;\n`]],
  [
    'domain-dates-use-only-luxon',
    [
      'backend/domain/dates.ts',
      `import { DateTime } from 'luxon';\nimport { z } from 'zod';\nexport const x = [DateTime, z];\n`,
    ],
  ],
  [
    'frontend-imports-only-domain-and-wire',
    [
      'frontend/app/UsesType.tsx',
      `import type { X } from '../../backend/rooms/inside.js';\nexport type Y = X;\n`,
    ],
  ],
  [
    'frontend-imports-only-domain-and-wire',
    ['frontend/app/UsesLater.tsx', `export const x = () => import('../../backend/rooms/inside.js');\n`],
  ],
  [
    'frontend-imports-only-domain-and-wire',
    ['frontend/app/NamesType.tsx', `export type X = typeof ${'import'}('../../backend/rooms/inside.js');\n`],
  ],
  [
    'backend-imports-no-screens',
    ['backend/live/exports-screen.ts', `export { y } from '../../frontend/app/Screen.js';\n`],
  ],
];

/** One violation for each way to break a rule, with the path that must be reported. */
export const plantedViolations: readonly PlantedViolation[] = [
  ...FORBIDDEN_IMPORTS.map(([rule, path, from]) => ({
    rule,
    path,
    files: [[path, importing(from)] as const],
  })),
  ...OTHER_VIOLATIONS.map(([rule, ...files]) => ({ rule, path: files[0]?.[0] ?? '', files })),
];
