import type { Permission } from '@domain/masters/staff-role.js';
import { SetMetadata } from '@nestjs/common';

/** Metadata key of the permission that a route requires. */
export const PERMISSION = 'permission';

/** The permission that a controller or route requires; `everybody` needs no sign-in. */
export const Permit = (permission: Permission | 'everybody') => SetMetadata(PERMISSION, permission);
