/** Typed text with full-width letters, digits and signs made half-width, without spaces around it. */
export function halfWidth(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−]/g, '-')
    .trim();
}
