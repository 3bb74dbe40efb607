import { Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ComparedDay, oldFiguresShape, type SetupRecord, skipStepShape } from '@wire/setup.js';
import { Clock } from '../platform/clock.js';
import { Permit } from '../platform/http/permission.js';
import { readBody } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { AddUsualPayments, ChangeSetup } from './change-setup.handler.js';
import { SetupService } from './setup.service.js';

/** 開業準備: the first day of a hotel. Every write answers how far it is then. */
@Controller('api/setup')
@Permit('look')
export class SetupController {
  constructor(
    private readonly commands: CommandBus,
    private readonly setup: SetupService,
    private readonly clock: Clock,
  ) {}

  @Get()
  status(): Promise<SetupRecord> {
    return this.setup.status();
  }

  @Get('comparison')
  comparison(): Promise<ComparedDay[]> {
    return this.setup.comparison();
  }

  @Post('begun')
  @HttpCode(200)
  @Permit('manage')
  begin(@Context() request: RequestContext) {
    return this.change({ type: 'begin' }, request);
  }

  @Put('skipped')
  @Permit('manage')
  skip(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { step, is_skipped } = readBody(skipStepShape, body);
    return this.change({ type: 'skip', step, isSkipped: is_skipped === 1 }, request);
  }

  @Put('old-figures')
  @Permit('manage')
  enterFigures(@JsonBody() body: Json, @Context() request: RequestContext) {
    return this.change({ type: 'enter-figures', ...readBody(oldFiguresShape, body) }, request);
  }

  @Post('opened')
  @HttpCode(200)
  @Permit('manage')
  open(@Context() request: RequestContext) {
    return this.change({ type: 'open', today: this.clock.today() }, request);
  }

  @Post('usual-payments')
  @HttpCode(200)
  @Permit('manage')
  addPayments(@Context() request: RequestContext): Promise<{ added: number }> {
    return this.commands.execute(new AddUsualPayments(request));
  }

  private async change(change: ChangeSetup['change'], request: RequestContext): Promise<SetupRecord> {
    await this.commands.execute(new ChangeSetup(change, request));
    return this.setup.status();
  }
}
