import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE, DATABASE_URL, POOL } from '../platform/platform.module.js';
import type { EventStoreParts } from './batch.js';
import { EventStore } from './event-store.js';
import { type ErrorTranslator, Writer } from './writer.js';

/** The log and its one writer, told by the composition root what kinds of streams there are. */
@Global()
@Module({})
export class EventStoreModule implements OnApplicationShutdown {
  constructor(private readonly writer: Writer) {}

  static forRoot(parts: EventStoreParts, translate: ErrorTranslator): DynamicModule {
    return {
      module: EventStoreModule,
      providers: [
        {
          provide: Writer,
          useFactory: (url: string) => new Writer(url, parts, translate),
          inject: [DATABASE_URL],
        },
        {
          provide: EventStore,
          useFactory: (url: string, database: HotelDatabase, pool: pg.Pool, writer: Writer) =>
            new EventStore(url, database, pool, writer, parts),
          inject: [DATABASE_URL, DATABASE, POOL, Writer],
        },
      ],
      exports: [EventStore],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writer.close();
  }
}
