import { mayDo, type Permission } from '@domain/masters/staff-role.js';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Access } from '../config.js';
import { NOT_PERMITTED, SIGNED_OUT } from '../errors.js';
import { ACCESS } from '../platform.module.js';
import type { KnownRequest } from './request-context.js';

/** Metadata key of the permission that a route requires. */
export const PERMISSION = 'permission';

/** The permission that a controller or route requires; `everybody` needs no sign-in. */
export const Permit = (permission: Permission | 'everybody') => SetMetadata(PERMISSION, permission);

/** Checks the route's `@Permit` against the role of who is signed in. */
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
    if (this.access.mode === 'off' || needed === 'everybody') return true;
    const { signedIn } = execution.switchToHttp().getRequest<KnownRequest>();
    if (!signedIn) throw SIGNED_OUT;
    if (!mayDo(signedIn.role, needed)) throw NOT_PERMITTED;
    return true;
  }
}
