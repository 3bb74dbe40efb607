import { evolveSetup, SETUP_STEPS, type Setup, type SetupEvent } from '@domain/setup/setup.js';
import { z } from 'zod';
import { eventDay, noData, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';

const ofStep = onlyVersion(z.strictObject({ step: z.enum(SETUP_STEPS) }));
const figure = z.int().min(0).nullable();

/** The first day of the hotel: one stream of one kind. */
export const setupStream: StreamDefinition<Setup, SetupEvent> = {
  category: 'setup',
  table: 'setups',
  key: { column: 'number', type: 'integer' },
  row: ({ id }) => ({ id }),
  evolve: evolveSetup,
  events: {
    SetupBegun: onlyVersion(noData),
    SetupStepSkipped: ofStep,
    SetupStepResumed: ofStep,
    OldFiguresEntered: onlyVersion(
      z.strictObject({
        figures: z.array(z.strictObject({ date: eventDay, rooms: figure, nights: figure })),
      }),
    ),
    HotelOpened: onlyVersion(z.strictObject({ date: eventDay })),
  },
  isReference: true,
};
