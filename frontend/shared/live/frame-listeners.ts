import type { ChangeFrame } from '@wire/live.js';
import { inEachStore } from '../store.js';

/** Called with each frame once the calendar has it, and with null when everything shown must be read anew. */
export type FrameListener = (frame: ChangeFrame | null) => void;

const listeners = new Set<FrameListener>();
inEachStore(() => listeners.clear());

/** Follows the changes that the server pushes; returns how to stop. */
export function followFrames(listener: FrameListener): () => void {
  const own: FrameListener = (frame) => listener(frame);
  listeners.add(own);
  return () => listeners.delete(own);
}

/** Hands a frame, or null, to every listener; an error of one is reported and does not keep it from the others. */
export function publishFrame(frame: ChangeFrame | null): void {
  for (const listener of [...listeners]) {
    try {
      listener(frame);
    } catch (error) {
      reportError(error);
    }
  }
}
