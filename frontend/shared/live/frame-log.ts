import type { ChangeFrame } from '@wire/live.js';

const KEPT_FRAMES = 500;

/** The frames that came lately, and the log position this page has reached. */
export type FrameLog = {
  position: () => number | null;
  /** Goes on from a position at which everything was read. */
  startAt: (position: number) => void;
  /** Moves on to a position up to which nothing more came. */
  advanceTo: (position: number) => void;
  /** Says whether a frame is the next, one already known, or one after a gap; the next one is kept. */
  take: (frame: ChangeFrame) => 'next' | 'known' | 'gap';
  /** The frames after a position, oldest first; null when they are no longer all here. */
  since: (position: number) => ChangeFrame[] | null;
};

/** A frame log that has seen nothing yet. */
export function createFrameLog(): FrameLog {
  let reached: number | null = null;
  let frames: ChangeFrame[] = [];
  return {
    position: () => reached,
    startAt(position) {
      reached = position;
      frames = [];
    },
    advanceTo(position) {
      reached = Math.max(reached ?? position, position);
    },
    take(frame) {
      if (reached !== null && frame.to <= reached) return 'known';
      if (reached !== null && frame.from > reached) return 'gap';
      reached = frame.to;
      frames = [...frames, frame].slice(-KEPT_FRAMES);
      return 'next';
    },
    since(position) {
      if (reached === null || position >= reached) return [];
      const newer = frames.filter((frame) => frame.to > position);
      const [oldest] = newer;
      return oldest && oldest.from <= position ? newer : null;
    },
  };
}

/** The frames that come while something is being read, to be applied on top of the answer. */
export class FrameBuffer {
  private reads = 0;
  private frames: ChangeFrame[] = [];

  receive(frame: ChangeFrame): void {
    if (this.reads > 0) this.frames.push(frame);
  }

  /** Reads; the frames that are handed over grow until it is done. */
  async during<Answer>(read: (received: readonly ChangeFrame[]) => Promise<Answer>): Promise<Answer> {
    this.reads++;
    try {
      return await read(this.frames);
    } finally {
      this.reads--;
      if (this.reads === 0) this.frames = [];
    }
  }
}
