/** Does pieces of work, so many of them beside each other; after a failure no more is begun. */
export async function inLanes<Piece>(
  lanes: number,
  pieces: readonly Piece[],
  work: (piece: Piece) => Promise<void>,
): Promise<void> {
  const waiting = [...pieces];
  const goOn = async () => {
    try {
      for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) await work(piece);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, goOn));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
