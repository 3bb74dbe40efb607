import { Module } from '@nestjs/common';
import { ExpireEntriesHandler } from './expire-entries.handler.js';
import { GuestRegisterController } from './guest-register.controller.js';
import { ListRegisterHandler } from './list-register.handler.js';
import { RegisterReader } from './register.query.js';
import { RegisterExpiry } from './register-expiry.js';
import { StorePassportHandler } from './store-passport.handler.js';
import { WriteEntryHandler } from './write-entry.handler.js';

export { RegisterExpiry };

/** The register of guests (宿泊者名簿): entries, copies of passports, lists for the office, and the end of their time. */
@Module({
  controllers: [GuestRegisterController],
  providers: [
    RegisterReader,
    WriteEntryHandler,
    StorePassportHandler,
    ListRegisterHandler,
    ExpireEntriesHandler,
    RegisterExpiry,
  ],
  exports: [RegisterExpiry],
})
export class GuestRegisterModule {}
