import type { HelmetOptions } from 'helmet';

/** Only what the app itself serves. Styles that scripts set are no inline styles: React and Blueprint need no exception. */
export const contentSecurity = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
} satisfies HelmetOptions['contentSecurityPolicy'];
