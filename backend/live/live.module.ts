import { Module } from '@nestjs/common';
import { LiveHub } from './live.hub.js';

export { LiveHub };

/** Live updates for the terminals of this node. */
@Module({ providers: [LiveHub], exports: [LiveHub] })
export class LiveModule {}
