import type { HelmetOptions } from 'helmet';

/** Only what the app itself serves; Blueprint positions popovers with style attributes. */
export const contentSecurity = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
} satisfies HelmetOptions['contentSecurityPolicy'];
