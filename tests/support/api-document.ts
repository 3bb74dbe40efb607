import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { AppModule } from '#backend/app.module.js';
import { readConfig } from '#backend/platform/config.js';
import { CALL_GROUPS } from '#backend/tools/api-docs/api-docs.module.js';
import { type ApiDocument, apiDocument, servedRoutes } from '#backend/tools/api-docs/openapi.js';
/** The document of the API, of the application's modules without starting it. */
export async function productDocument(): Promise<ApiDocument> {
  const app = await NestFactory.create(AppModule.with(readConfig({}), 'postgresql://nowhere/hotel'), {
    preview: true,
    logger: false,
  });
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return apiDocument(servedRoutes(controllers.map(({ metatype }) => metatype as Type)), CALL_GROUPS);
}

type Layer = { route?: { path: string; methods: Record<string, boolean> } };

/** Every call that an application answers, taken from its router. */
export function routesOf(app: INestApplication): { method: string; path: string }[] {
  const { stack } = app.getHttpAdapter().getInstance().router as { stack: Layer[] };
  const served = stack.flatMap(({ route }) =>
    route
      ? Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path: route.path }))
      : [],
  );
  // Middleware for a path shows up as a route of its own.
  return [...new Map(served.map((route) => [`${route.method} ${route.path}`, route])).values()];
}
