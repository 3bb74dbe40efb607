import { z } from 'zod';
import { activitySchema } from './activity.js';
import { LIVE_RECORDS } from './answers.js';
import { COUNT_KEYS } from './count-record.js';
import { MASTER_NAMES, type PackedFrame, type ServerMessages } from './live.js';
import { terminalSpanSchema } from './terminal-span.js';

/*
 * The schemas of the live protocol: the AsyncAPI document is made of them, and the tests parse every message with them.
 */

const { booking, imported, importSummary, moveIn, note, room, roomClosure, weather } = LIVE_RECORDS;
const place = { log_id: z.string(), position: z.int(), hash: z.string() };
const welcome = z.strictObject({
  ...{ ...place, version: z.string().optional(), protocol: z.int().optional() },
  tracing: z.literal(true).optional(),
});
const frame = z
  .strictObject({
    from: z.int(),
    to: z.int(),
    hash: z.string(),
    bookings: z.array(booking),
    counts: z.record(z.iso.date(), z.array(z.int()).length(COUNT_KEYS.length)),
    weather: z.array(weather),
    notes: z.array(note),
    rooms: z.array(room),
    closures: z.array(roomClosure).optional(),
    masters: z.array(z.enum(MASTER_NAMES)),
    cleaning: z.array(z.int()).optional(),
    registers: z.array(z.int()).optional(),
    waiting: z.array(z.int()).optional(),
    guest_cards: z.array(z.int()).optional(),
    closed_days: z.array(z.iso.date()).optional(),
    invoices: z.array(z.int()).optional(),
    failed_imports: z.int().nullable(),
    failed_today: z.int().nullable(),
    queue: z.strictObject({ failed: z.array(imported), settled: z.array(z.int()) }),
    erased: z.array(z.int()),
    traceparent: z.string().optional(),
  } satisfies Record<keyof PackedFrame, z.ZodType>)
  .meta({ id: 'ChangeFrame' });

const presence = z
  .strictObject({
    ...activitySchema.shape,
    terminal_id: z.string(),
    terminal: z.string(),
    since: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'Presence' });

/** Messages of a node by the name of their event: the payload, and when it is sent. */
export const SERVER_MESSAGES = {
  ready: [
    welcome.meta({ id: 'Welcome' }),
    'Everything up to `position` was sent: the client is current, and changes follow.',
  ],
  reload: [
    welcome.extend({ is_other_history: z.literal(true).optional() }).meta({ id: 'Reload' }),
    'Too much was missed, or the log or the version is another one: read everything anew by the API, then go on from `position`.',
  ],
  changes: [frame, 'Rows that changed after `from` up to `to`, as they are then.'],
  presence: [
    z.array(presence),
    'All terminals with a booking open or cells selected; replaces the list before.',
  ],
  imports: [importSummary, 'Progress of a file of the channel manager.'],
  move_in: [moveIn, 'Progress of a file that is moved in.'],
} as const satisfies Record<keyof ServerMessages, readonly [z.ZodType, string]>;

/** Messages of a client: the `auth` of the connection, and its activity afterwards. */
export const CLIENT_MESSAGES = {
  handshake: [
    z
      .strictObject({
        log_id: z.string().nullable(),
        position: z.int().nonnegative().nullable(),
        hash: z.string().nullable(),
        product_version: z.string().nullish(),
        protocol: z.int().optional(),
        terminal_id: z.string().min(1).max(64),
        terminal: z.string().max(50),
      })
      .meta({ id: 'Handshake' }),
    'The `auth` object of each connection: where the client stands, all null for nowhere.',
  ],
  activity: [
    activitySchema.meta({ id: 'Activity' }),
    'The booking that is open, and the selected cells, for the other terminals. Optional.',
  ],
  trace: [
    terminalSpanSchema.meta({ id: 'TerminalSpan' }),
    'What the client measured of a traced write or frame, for a node that says `tracing`. Optional.',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>;
