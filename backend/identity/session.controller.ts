import { promisify } from 'node:util';
import { conflict } from '@domain/broken-rule.js';
import type { Staff } from '@domain/masters/masters.js';
import { Controller, Delete, Get, HttpCode, Inject, Post, Put, Req, Res } from '@nestjs/common';
import { changePasswordShape, redeemCodeShape, type SessionRecord, signInShape } from '@wire/session.js';
import type { Response } from 'express';
import { EventStore } from '../event-store/event-store.js';
import type { Access } from '../platform/config.js';
import { RefusedError, SIGNED_OUT } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody } from '../platform/http/read-request.js';
import {
  Context,
  JsonBody,
  type KnownRequest,
  type RequestContext,
  requestIdOf,
} from '../platform/http/request-context.js';
import { logger } from '../platform/logger.js';
import { ACCESS } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { AccessRecords } from './access-records.js';
import { AuthService } from './auth.service.js';
import { DEVICE_COOKIE, DEVICE_COOKIE_OPTIONS, deviceOf, newDevice } from './known-device.js';
import { requireUncommon } from './passwords.js';
import { COOKIE_OPTIONS, SESSION_COOKIE } from './session-reader.js';
import { SignedInStaff } from './signed-in-staff.js';

type Json = Record<string, unknown>;

const SIGN_IN_OFF = new RefusedError(409, [
  conflict('sign_in_off', null, 'ログイン機能がオフになっています。'),
]);
const NOBODY: SessionRecord = { mode: 'session', staff: null, expires_at: null };

/** Sign-in, sign-out and choice of a password. Secrets are never returned or logged. */
@Controller('api/session')
@Permit('everybody')
export class SessionController {
  constructor(
    @Inject(ACCESS) private readonly access: Access,
    private readonly store: EventStore,
    private readonly auth: AuthService,
    private readonly signedInStaff: SignedInStaff,
    private readonly records: AccessRecords,
  ) {}

  @Get()
  async show(@Req() request: KnownRequest): Promise<SessionRecord> {
    if (this.access.mode === 'off') return { ...NOBODY, mode: 'off' };
    if (!request.signedIn) return NOBODY;
    const { reference } = await this.store.current();
    const staff = reference.staff.get(request.signedIn.staffId);
    return staff ? recordOf(staff, request.session.endsAt) : NOBODY;
  }

  @Post()
  @HttpCode(200)
  async signIn(
    @JsonBody() body: Json,
    @Req() request: KnownRequest,
    @Res({ passthrough: true }) response: Response,
    @Context() { write }: RequestContext,
  ): Promise<SessionRecord> {
    const from = this.callerOf(request);
    const { login_name, password } = readBody(signInShape, body);
    return this.begin(request, response, await this.auth.signIn(login_name, password, from), write);
  }

  /** Chooses a password with a one-time code and signs in, or changes the password when signed in. */
  @Put()
  async choosePassword(
    @JsonBody() body: Json,
    @Req() request: KnownRequest,
    @Res({ passthrough: true }) response: Response,
    @Context() { write }: RequestContext,
  ): Promise<SessionRecord> {
    const from = this.callerOf(request);
    if ('code' in body) {
      const { code, password } = readBody(redeemCodeShape, body);
      requireUncommon(password, null);
      return this.begin(request, response, await this.auth.redeem(code, password, from, write), write);
    }
    if (!request.signedIn) throw SIGNED_OUT;
    const { current_password: current, password: chosen } = readBody(changePasswordShape, body);
    requireUncommon(chosen, null);
    const { staffId } = request.signedIn;
    await this.auth.changePassword({ staffId, sid: request.sessionID, from }, { current, chosen }, write);
    logger.info({ request_id: requestIdOf(request), staff_id: staffId }, 'another password was chosen');
    return this.show(request);
  }

  @Delete()
  @HttpCode(204)
  async signOut(
    @Req() request: KnownRequest,
    @Res({ passthrough: true }) response: Response,
    @Context() { write }: RequestContext,
  ): Promise<void> {
    if (this.access.mode === 'off') return;
    await this.end(request, write);
    response.clearCookie(SESSION_COOKIE, COOKIE_OPTIONS);
  }

  private get secret(): string {
    if (this.access.mode === 'off') throw SIGN_IN_OFF;
    return this.access.secret;
  }

  /** Returns where a call comes from; refused without sign-in. */
  private callerOf(request: KnownRequest) {
    return { device: deviceOf(request, this.secret), address: request.ip ?? '' };
  }

  /** Ends the session of a request, if it has one. */
  private async end({ signedIn, sessionID }: KnownRequest, write: WriteContext): Promise<void> {
    if (!signedIn) return;
    const { reference } = await this.store.current();
    const staff = reference.staff.get(signedIn.staffId);
    if (staff) await this.records.closeSession(staff, sessionID, write);
  }

  /** Begins a session under a new id (protection against session fixation). */
  private async begin(
    request: KnownRequest,
    response: Response,
    staff: Staff,
    write: WriteContext,
  ): Promise<SessionRecord> {
    if (this.callerOf(request).device === null) {
      response.cookie(DEVICE_COOKIE, newDevice(this.secret), DEVICE_COOKIE_OPTIONS);
    }
    await this.end(request, write);
    await promisify((done: (error?: unknown) => void) => request.session.regenerate(done))();
    const facts = this.signedInStaff.factsOf(staff);
    const opened = { sid: request.sessionID, address: request.ip ?? '', endsAt: facts.endsAt };
    await this.records.openSession(staff, opened, write);
    Object.assign(request.session, facts);
    await promisify((done: (error?: unknown) => void) => request.session.save(done))();
    logger.info({ request_id: requestIdOf(request), staff_id: staff.id }, 'signed in');
    return recordOf(staff, facts.endsAt);
  }
}

function recordOf({ id, name, role }: Staff, endsAt: number | undefined): SessionRecord {
  const expires_at = endsAt === undefined ? null : new Date(endsAt).toISOString();
  return { mode: 'session', staff: { id, name, role }, expires_at };
}
