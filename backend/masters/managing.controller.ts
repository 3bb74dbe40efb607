import type { MasterChange } from '@domain/masters/decide-master.js';
import { Inject, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { retiredShape } from '@wire/master-records.js';
import { EventStore } from '../event-store/event-store.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { ChangeMaster } from './change-master.handler.js';
import type { MasterKind } from './master-kinds.js';

/** Returns a controller for the management of a kind of master records; a subclass may complete what `change` answers. */
export function managing<Details extends object, Answer>(kind: MasterKind<Details, Answer>) {
  abstract class MasterController {
    constructor(
      @Inject(CommandBus) readonly commands: CommandBus,
      @Inject(EventStore) readonly store: EventStore,
    ) {}

    @Post()
    @Permit('manage')
    define(@JsonBody() body: Json, @Context() request: RequestContext) {
      return this.change(null, { type: 'define', details: kind.read(body) }, request);
    }

    @Put(':id')
    @Permit('manage')
    redefine(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
      return this.change(readId(id), { type: 'define', details: kind.read(body) }, request);
    }

    @Put(':id/retired')
    @Permit('manage')
    retire(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
      const known = readId(id);
      const isRetired = readBody(retiredShape, body).is_retired === 1;
      return this.change(known, { type: isRetired ? 'retire' : 'put-back' }, request);
    }

    change(id: number | null, change: MasterChange<Details>, request: RequestContext): Promise<Answer> {
      return this.commands.execute(new ChangeMaster(kind, id, change, request));
    }
  }
  return MasterController;
}
