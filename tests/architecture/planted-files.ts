type PlantedFile = readonly [path: string, content: string];
type PlantedViolation = { rule: string; why: string; files: readonly PlantedFile[] };

/** Imports a path and keeps it in use, as real code would. */
const importing = (from: string) => `import { x } from '${from}';\nexport const y = x;\n`;
const plain = 'export const x = 1;\nexport type X = number;\n';

function violation(rule: string, why: string, path: string, from: string): PlantedViolation {
  return { rule, why, files: [[path, importing(from)]] };
}

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
  ['backend/rooms/rooms.stream.ts', plain],
  ['backend/rooms/rooms.public.ts', plain],
  ['backend/rooms/inside.ts', plain],
  ['backend/reservations/uses-rooms.ts', importing('../rooms/rooms.stream.js')],
  ['backend/calendar/uses-rooms.ts', importing('../rooms/rooms.module.js')],
  ['backend/masters/uses-rooms.ts', importing('../rooms/rooms.public.js')],
  ['backend/live/uses-wire.ts', importing('@wire/plain.js')],
  ['backend/sample/hotel.ts', importing('../rooms/inside.js')],
  ['backend/app.module.ts', importing('./rooms/inside.js')],
  ['backend/main.ts', importing('./rooms/rooms.module.js')],
  ['backend/cli/launcher.ts', importing('../main-value.js')],
  ['backend/main-value.ts', plain],
  ['frontend/state/plain.ts', plain],
  [
    'frontend/screens/Screen.tsx',
    `import { x } from '@domain/plain.js';\nimport { x as w } from '@wire/plain.js';\nexport const y = [x, w];\n`,
  ],
  ['frontend/vite.config.ts', `import { join } from 'node:path';\nexport const x = join('a');\n`],
  ['migrations/0001-first.ts', `import { sql } from 'kysely';\nexport const up = sql;\n`],
  ['tests/support/builders.ts', importing('../../backend/rooms/inside.js')],
];

/** One file for each way to break a rule; the first file of each is the one that must be reported. */
export const plantedViolations: readonly PlantedViolation[] = [
  {
    rule: 'no-cycles',
    why: 'two files that import each other',
    files: [
      ['backend/calendar/cycle-a.ts', `import { b } from './cycle-b.js';\nexport const a = () => b;\n`],
      ['backend/calendar/cycle-b.ts', `import { a } from './cycle-a.js';\nexport const b = () => a;\n`],
    ],
  },
  {
    rule: 'no-cycles',
    why: 'two files that import each other only for types',
    files: [
      ['frontend/state/cycle-a.ts', `import type { B } from './cycle-b.js';\nexport type A = B | 1;\n`],
      ['frontend/state/cycle-b.ts', `import type { A } from './cycle-a.js';\nexport type B = A[];\n`],
    ],
  },
  {
    rule: 'public-files-are-short',
    why: 'a public file of 61 lines',
    files: [
      ['backend/rooms/long.public.ts', `${Array(60).fill('//').join('\n')}\n${plain.split('\n', 1)}\n`],
    ],
  },
  {
    rule: 'features-form-no-cycles',
    why: 'two features that use each other',
    files: [
      ['backend/evidence/cycle.ts', importing('../erasure/erasure.public.js')],
      ['backend/erasure/erasure.public.ts', plain],
      ['backend/erasure/cycle.ts', importing('../evidence/evidence.public.js')],
      ['backend/evidence/evidence.public.ts', plain],
    ],
  },
  violation('no-unresolvable-imports', 'a file that is not there', 'backend/rooms/lost.ts', './missing.js'),
  violation(
    'domain-imports-only-domain',
    'domain importing wire',
    'backend/domain/uses-wire.ts',
    '@wire/plain.js',
  ),
  violation(
    'domain-imports-only-domain',
    'domain importing Node',
    'backend/domain/uses-node.ts',
    'node:crypto',
  ),
  violation('domain-uses-no-packages', 'domain importing zod', 'backend/domain/uses-zod.ts', 'zod'),
  violation(
    'domain-uses-no-packages',
    'a second file that uses luxon',
    'backend/domain/uses-luxon.ts',
    'luxon',
  ),
  {
    rule: 'domain-dates-use-only-luxon',
    why: 'another package than luxon',
    files: [
      [
        'backend/domain/dates.ts',
        `import { DateTime } from 'luxon';\nimport { z } from 'zod';\nexport const x = [DateTime, z];\n`,
      ],
    ],
  },
  violation(
    'wire-imports-only-domain',
    'wire importing platform',
    'backend/wire/uses-platform.ts',
    '../platform/database.js',
  ),
  violation('wire-uses-only-zod', 'wire importing luxon', 'backend/wire/uses-luxon.ts', 'luxon'),
  violation(
    'event-store-imports-no-feature',
    'the event store importing a feature',
    'backend/event-store/uses-rooms.ts',
    '../rooms/rooms.module.js',
  ),
  violation(
    'event-store-imports-no-feature',
    'the event store importing wire',
    'backend/event-store/uses-wire.ts',
    '@wire/plain.js',
  ),
  violation(
    'platform-imports-no-feature',
    'platform importing a feature',
    'backend/platform/uses-rooms.ts',
    '../rooms/rooms.module.js',
  ),
  violation(
    'features-import-only-public-files',
    "a feature inside another's",
    'backend/reservations/uses-inside.ts',
    '../rooms/inside.js',
  ),
  violation(
    'features-import-only-public-files',
    'a feature importing the cli',
    'backend/identity/uses-cli.ts',
    '../cli/launcher.js',
  ),
  violation(
    'features-import-only-public-files',
    'a feature importing the sample hotel',
    'backend/imports/uses-sample.ts',
    '../sample/hotel.js',
  ),
  violation(
    'database-driver-only-in-platform',
    'a feature importing pg',
    'backend/calendar/uses-pg.ts',
    'pg',
  ),
  violation(
    'backend-imports-no-screens',
    'the server importing a screen',
    'backend/live/uses-screen.ts',
    '../../frontend/screens/Screen.js',
  ),
  violation(
    'frontend-imports-only-domain-and-wire',
    'a screen importing a feature',
    'frontend/screens/UsesRooms.tsx',
    '../../backend/rooms/inside.js',
  ),
  {
    rule: 'frontend-imports-only-domain-and-wire',
    why: 'a screen importing a type of the server',
    files: [
      [
        'frontend/screens/UsesType.tsx',
        `import type { X } from '../../backend/rooms/inside.js';\nexport type Y = X;\n`,
      ],
    ],
  },
  {
    rule: 'frontend-imports-only-domain-and-wire',
    why: 'a screen importing a feature when it is needed',
    files: [
      ['frontend/screens/UsesLater.tsx', `export const x = () => import('../../backend/rooms/inside.js');\n`],
    ],
  },
  {
    rule: 'frontend-imports-only-domain-and-wire',
    why: 'a screen naming a type of the server',
    files: [
      [
        'frontend/screens/NamesType.tsx',
        `export type X = typeof ${'import'}('../../backend/rooms/inside.js');\n`,
      ],
    ],
  },
  {
    rule: 'backend-imports-no-screens',
    why: 'the server exporting a screen',
    files: [['backend/live/exports-screen.ts', `export { y } from '../../frontend/screens/Screen.js';\n`]],
  },
  violation('frontend-uses-no-node', 'a screen importing Node', 'frontend/api/uses-node.ts', 'node:path'),
  violation(
    'frontend-uses-no-server-packages',
    'a screen importing kysely',
    'frontend/api/uses-kysely.ts',
    'kysely',
  ),
  violation(
    'migrations-are-frozen',
    'a migration importing the server',
    'migrations/0002-second.ts',
    '../backend/domain/plain.js',
  ),
  violation(
    'product-uses-no-development-packages',
    'the server importing a test tool',
    'backend/rooms/uses-jest.ts',
    'fast-check',
  ),
];
