import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PermissionGuard } from '../platform/http/permission.js';
import { AccessRecords } from './access-records.js';
import { AuthMiddleware } from './auth.middleware.js';
import { AuthService } from './auth.service.js';
import { BearerKeys } from './bearer-keys.js';
import { LoginThrottle } from './login-throttle.js';
import { OneTimeCodeController } from './one-time-code.controller.js';
import { OneTimeCodes } from './one-time-codes.js';
import { SessionController } from './session.controller.js';
import { SessionRepository } from './session.repository.js';
import { SessionReader } from './session-reader.js';
import { SignedInStaff } from './signed-in-staff.js';
import { SocketSessions } from './socket-sessions.js';

export { AuthMiddleware, OneTimeCodes, SocketSessions };

/** Sessions, passwords and one-time codes, and the permission guard of every route. */
@Module({
  controllers: [SessionController, OneTimeCodeController],
  providers: [
    { provide: APP_GUARD, useClass: PermissionGuard },
    AccessRecords,
    LoginThrottle,
    BearerKeys,
    AuthMiddleware,
    OneTimeCodes,
    SessionRepository,
    SessionReader,
    AuthService,
    SignedInStaff,
    SocketSessions,
  ],
  exports: [AuthMiddleware, OneTimeCodes, SocketSessions],
})
export class IdentityModule {}
