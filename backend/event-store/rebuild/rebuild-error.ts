/** The log or the read models are not what they should be; the message names the first bad position. */
export class RebuildError extends Error {}
