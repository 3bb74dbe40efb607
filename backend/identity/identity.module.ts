import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PermissionGuard } from '../platform/http/permission.guard.js';
import { AdminCodes } from './admin-codes.js';
import { Attempts } from './attempts.js';
import { Entrance } from './entrance.js';
import { OneTimeCodeController } from './one-time-code.controller.js';
import { OneTimeCodes } from './one-time-codes.js';
import { Passwords } from './passwords.js';
import { SessionController } from './session.controller.js';
import { SessionBook } from './session-book.js';
import { SessionReader } from './session-reader.js';
import { SignInDesk } from './sign-in-desk.js';
import { SignedInStaff } from './signed-in-staff.js';
import { SocketSessions } from './socket-sessions.js';

export { AdminCodes, Entrance, SocketSessions };

/** Who uses the product: sessions, passwords and one-time codes, and the guard of every route. */
@Module({
  controllers: [SessionController, OneTimeCodeController],
  providers: [
    { provide: APP_GUARD, useClass: PermissionGuard },
    AdminCodes,
    Attempts,
    Entrance,
    OneTimeCodes,
    Passwords,
    SessionBook,
    SessionReader,
    SignInDesk,
    SignedInStaff,
    SocketSessions,
  ],
  exports: [AdminCodes, Entrance, SocketSessions],
})
export class IdentityModule {}
