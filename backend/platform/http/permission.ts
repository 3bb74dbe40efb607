import type { Permission } from '@domain/masters/staff-role.js';
import { SetMetadata } from '@nestjs/common';

/** Key of a route's metadata that says what one must be allowed to do to call it. */
export const PERMISSION = 'permission';

/** What one must be allowed to do to call a controller or one of its routes; `everybody` needs no sign-in. */
export const Permit = (permission: Permission | 'everybody') => SetMetadata(PERMISSION, permission);
