import { SCOPE_NAMES, type Scope } from '@domain/masters/service-accounts.js';
import { mayDo, type Permission } from '@domain/masters/staff-role.js';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Access } from '../config.js';
import { NOT_PERMITTED, SIGNED_OUT, scopeMissing } from '../errors.js';
import { ACCESS } from '../platform.module.js';
import type { KnownRequest } from './request-context.js';
import { routeOf } from './request-log.js';
import { scopesOf } from './scoped-routes.js';

/** Metadata key of the permission that a route requires. */
export const PERMISSION = 'permission';

/** The permission that a controller or route requires; `everybody` needs no sign-in. */
export const Permit = (permission: Permission | 'everybody') => SetMetadata(PERMISSION, permission);

/** Checks the route's `@Permit` against the role of who is signed in, and its scopes against those of a service account. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(ACCESS) private readonly access: Access,
  ) {}

  canActivate(execution: ExecutionContext): boolean {
    const targets = [execution.getHandler(), execution.getClass()];
    const needed = this.reflector.getAllAndOverride<Permission | 'everybody' | undefined>(
      PERMISSION,
      targets,
    );
    if (needed === undefined) {
      throw new Error(`${execution.getClass().name}.${execution.getHandler().name} has no @Permit`);
    }
    const request = execution.switchToHttp().getRequest<KnownRequest>();
    const { signedIn } = request;
    if (signedIn?.scopes) return isInScope(request, signedIn.scopes);
    if (this.access.mode === 'off' || needed === 'everybody') return true;
    if (!signedIn) throw SIGNED_OUT;
    if (!mayDo(signedIn.role, needed)) throw NOT_PERMITTED;
    return true;
  }
}

/** True if a service account may make a call; refuses it otherwise, naming the scopes that it lacks. */
function isInScope(request: KnownRequest, scopes: readonly Scope[]): true {
  const needed = scopesOf(request.method, routeOf(request));
  if (needed === null) throw NOT_PERMITTED;
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) throw scopeMissing(missing.map((scope) => SCOPE_NAMES[scope]));
  return true;
}
