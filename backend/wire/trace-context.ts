const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[0-3]$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A W3C trace context (`traceparent`) as it was sent; null if it is none. */
export const traceparentIn = (text: string | undefined): string | null =>
  text !== undefined && TRACEPARENT.test(text) ? text : null;

/**
 * The ids of the first span of a request, made of its id, a UUID: every node, and the terminal that made the id, finds the
 * same trace without being told. Null for other ids.
 */
export function traceparentOf(requestId: string): string | null {
  if (!UUID.test(requestId)) return null;
  const trace = requestId.replaceAll('-', '').toLowerCase();
  return traceparentIn(`00-${trace}-${trace.slice(16)}-01`);
}
