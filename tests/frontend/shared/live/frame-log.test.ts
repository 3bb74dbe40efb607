import { describe, expect, test } from '@jest/globals';
import { createFrameLog, FrameBuffer } from '#frontend/shared/live/frame-log.js';
import { deferred } from '#tests/frontend/support/fake-server.js';
import { aFrame } from '#tests/frontend/support/records.js';

describe('the frame log', () => {
  test('takes frames in position order, each once, and notices a gap', () => {
    const log = createFrameLog();
    log.startAt(10);
    expect(log.take(aFrame(10, 12))).toBe('next');
    expect(log.take(aFrame(11, 12))).toBe('known');
    expect(log.take(aFrame(11, 13))).toBe('next');
    expect(log.take(aFrame(14, 15))).toBe('gap');
    expect(log.position()).toBe(13);
  });

  test('gives back what came after a position, and null when it no longer has all of it', () => {
    const log = createFrameLog();
    log.startAt(10);
    const frames = [aFrame(10, 11), aFrame(11, 15)];
    for (const frame of frames) log.take(frame);
    expect(log.since(10)).toEqual(frames);
    expect(log.since(12)).toEqual([frames[1]]);
    expect(log.since(15)).toEqual([]);
    expect(log.since(9)).toBeNull();
  });

  test('starting over forgets what came before', () => {
    const log = createFrameLog();
    log.startAt(10);
    log.take(aFrame(10, 11));
    log.startAt(50);
    expect(log.since(10)).toBeNull();
    expect(log.take(aFrame(50, 51))).toBe('next');
  });

  test('a stretch without changes leaves no gap', () => {
    const log = createFrameLog();
    log.startAt(10);
    log.advanceTo(20);
    expect(log.take(aFrame(20, 21))).toBe('next');
  });
});

test('what comes while something is read is kept until the last read is done, and not for the next', async () => {
  const buffer = new FrameBuffer();
  const [first, second] = [deferred(), deferred()];
  const heard: number[][] = [];
  const read = (answer: Promise<void>) =>
    buffer.during(async (received) => {
      await answer;
      heard.push(received.map(({ to }) => to));
    });
  buffer.receive(aFrame(9, 10));
  const reads = [read(first.promise), read(second.promise)];
  buffer.receive(aFrame(10, 11));
  first.resolve();
  await reads[0];
  buffer.receive(aFrame(11, 12));
  second.resolve();
  await reads[1];
  await read(Promise.resolve());
  expect(heard).toEqual([[11], [11, 12], []]);
});
