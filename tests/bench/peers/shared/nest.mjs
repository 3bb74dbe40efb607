import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** Serves a controller by Nest on Express, as the product is served; answers where. */
export async function serveNest(controller, prepare = () => {}) {
  class App {}
  Module({ controllers: [controller] })(App);
  const app = await NestFactory.create(App, { logger: ['error', 'warn'] });
  prepare(app);
  await app.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${app.getHttpServer().address().port}`;
}

/** Gives a method of a controller what decorators would. */
export function decorate(controller, method, route, ...parameters) {
  route(controller.prototype, method, Object.getOwnPropertyDescriptor(controller.prototype, method));
  for (const [index, parameter] of parameters.entries()) parameter(controller.prototype, method, index);
}
