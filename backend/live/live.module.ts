import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { LiveHub } from './live.hub.js';

export { LiveHub };

/** Live updates for the terminals of this node. */
@Module({ imports: [IdentityModule], providers: [LiveHub], exports: [LiveHub] })
export class LiveModule {}
