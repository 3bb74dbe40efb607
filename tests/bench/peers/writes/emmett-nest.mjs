// Emmett behind the same Nest on Express, with the product's own reading of the body.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { decodeBookingSave } from '../../../../dist/backend/wire/booking-save.js';
import { given, serve } from './driver.mjs';
import { openEmmett } from './emmett-store.mjs';

const store = await openEmmett(given.databaseUrl);

class Bookings {
  async create(body) {
    const { draft, unreadable } = decodeBookingSave(body);
    if (unreadable.length > 0) throw new Error(JSON.stringify(unreadable));
    const id = randomUUID();
    await store.append(`reservation-${id}`, draft);
    return { id, ...body };
  }
}
const create = Object.getOwnPropertyDescriptor(Bookings.prototype, 'create');
Post()(Bookings.prototype, 'create', create);
Body()(Bookings.prototype, 'create', 0);
Controller('api/booking')(Bookings);

class App {}
Module({ controllers: [Bookings] })(App);

const app = await NestFactory.create(App, { logger: ['error', 'warn'] });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();

serve({ url: () => `http://127.0.0.1:${port}` });
