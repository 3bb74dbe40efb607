// The yardstick of all calendars and screens: it runs in their pages, the product's too.
window.yardstick = {
  /** When the next frame has been painted. */
  painted: () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(performance.now());
        channel.port2.postMessage(null);
      });
    }),
  /** Scrolls by a step each frame, back and forth between the ends; the milliseconds of every frame. */
  scroll: (scroller, axis, step, limitMs = Number.POSITIVE_INFINITY, count = 240) =>
    new Promise((done) => {
      const frames = [];
      let forth = step;
      let began = 0;
      let before = 0;
      // By the time that the browser gives the frame: when its callback runs is no frame's length.
      const next = (now) => {
        began ||= now;
        frames.push(now - before);
        before = now;
        const from = scroller[axis];
        scroller[axis] += forth;
        if (scroller[axis] === from) forth = -forth;
        if (frames.length < count && now - began < limitMs) requestAnimationFrame(next);
        else done(frames.slice(2));
      };
      requestAnimationFrame(next);
    }),
};
