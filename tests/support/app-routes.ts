import type { INestApplication } from '@nestjs/common';

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
