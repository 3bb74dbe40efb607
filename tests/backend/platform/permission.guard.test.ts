import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Controller, Get, type INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ErrorFilter } from '#backend/platform/http/error.filter.js';
import { PermissionGuard, Permit } from '#backend/platform/http/permission.js';
import { ACCESS } from '#backend/platform/platform.module.js';

@Controller('forgotten')
class Forgotten {
  @Get()
  answer(): string {
    return 'an answer';
  }

  @Get('thought-of')
  @Permit('everybody')
  thoughtOf(): string {
    return 'an answer';
  }
}

let app: INestApplication;
let url: string;

beforeAll(async () => {
  const module = await Test.createTestingModule({
    controllers: [Forgotten],
    providers: [
      { provide: APP_GUARD, useClass: PermissionGuard },
      { provide: ACCESS, useValue: { mode: 'off', allowedHosts: [] } },
    ],
  }).compile();
  app = module.createNestApplication();
  app.useGlobalFilters(new ErrorFilter());
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());

test('a route that says nothing of who may call it is refused, even without sign-in', async () => {
  const answer = await fetch(`${url}/forgotten`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('an answer');
  expect((await fetch(`${url}/forgotten/thought-of`)).status).toBe(200);
});
