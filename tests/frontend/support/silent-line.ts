/** The answer of a line that is half open: none, until the caller gives up. */
export function silence(_url: URL, { signal }: Pick<RequestInit, 'signal'>): Promise<never> {
  return new Promise((_answered, giveUp) => {
    signal?.addEventListener('abort', () => giveUp(signal.reason));
  });
}
