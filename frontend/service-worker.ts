import { addRoute, cleanupOutdatedCaches, createHandlerBoundToURL, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { TAKE_OVER } from './worker-messages.js';

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Installing = Extendable & { addRoutes?(routes: readonly unknown[]): Promise<void> };

// Types of a worker that those of a page lack.
declare const self: {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install', hear: (event: Installing) => void): void;
  addEventListener(type: 'activate', hear: (event: Extendable) => void): void;
  addEventListener(type: 'message', hear: (event: Extendable & { data: unknown }) => void): void;
};
/** Every file of the build that a screen may need, put here when the worker is built. */
declare const SHELL: { url: string; revision: string | null }[];

const SERVER_PATHS = [/^\/(api|socket\.io|health|metrics)(\/|$)/];

// The page and its files come from here, with or without a server; calls never do. A newer worker waits until the
// pages of this one are gone or staff ask for it, so that no page loses the files of its own version.
precache(SHELL);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...SERVER_PATHS, /\.[^/]*$/] }),
);
addRoute({ cleanURLs: false, directoryIndex: '' });

self.addEventListener('install', (event) => {
  const toServer = ['/api/*', '/socket.io/*', '/health/*', '/metrics'].map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  }));
  // Browsers that support static routes do not wake the worker for calls.
  if (event.addRoutes) event.waitUntil(event.addRoutes(toServer).catch(() => {}));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});
