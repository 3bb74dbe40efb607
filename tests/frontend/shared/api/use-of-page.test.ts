import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isInUse, watchUse } from '#frontend/shared/api/use-of-page.js';

describe('the use of a page', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    watchUse();
    window.dispatchEvent(new Event('keydown'));
  });

  it('ends a minute after somebody last typed, clicked or scrolled', () => {
    jest.advanceTimersByTime(59_000);
    expect(isInUse()).toBe(true);
    jest.advanceTimersByTime(1_000);
    expect(isInUse()).toBe(false);
  });

  it.each(['keydown', 'pointerdown', 'wheel'])('begins anew with %s', (input) => {
    jest.advanceTimersByTime(600_000);
    expect(isInUse()).toBe(false);
    window.dispatchEvent(new Event(input));
    expect(isInUse()).toBe(true);
  });
});
