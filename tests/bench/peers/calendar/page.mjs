// One page for all: shows the calendar that the address asks for and lets it be measured from outside.
import { mount } from 'way-to-show';
import { hotelOf } from './hotel.mjs';

const asked = new URLSearchParams(location.search);
const container = document.getElementById('calendar');
const hotel = hotelOf(Number(asked.get('rooms')), Number(asked.get('days')));

const afterPaint = () =>
  new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(null);
  });
const frame = () => new Promise((done) => requestAnimationFrame(done));

/** The frame in which it is true for the first time has been painted. */
async function painted(isTrue) {
  do await frame();
  while (!isTrue());
  return afterPaint();
}

/** The largest element that scrolls in this direction. */
function scrollerOf(axis) {
  const room = (element) =>
    axis === 'scrollTop'
      ? element.scrollHeight - element.clientHeight
      : element.scrollWidth - element.clientWidth;
  const scrolls = (element) => {
    const style = getComputedStyle(element);
    return /auto|scroll/.test(axis === 'scrollTop' ? style.overflowY : style.overflowX) && room(element) > 4;
  };
  const area = (element) => element.clientWidth * element.clientHeight;
  return [...container.querySelectorAll('div, section, main'), container]
    .filter(scrolls)
    .sort((a, b) => area(b) - area(a))[0];
}

async function scrollFrames(scroller, axis, step, count, limitMs) {
  const frames = [];
  let forth = step;
  const began = performance.now();
  let before = await frame();
  while (frames.length < count && performance.now() - began < limitMs) {
    const from = scroller[axis];
    scroller[axis] += forth;
    if (scroller[axis] === from) forth = -forth;
    const now = await frame();
    frames.push(now - before);
    before = now;
  }
  return frames.slice(2);
}

async function show() {
  await document.fonts.ready;
  await frame();
  await afterPaint();
  const mounted = performance.mark('calendar:mount').startTime;
  const shown = mount(container, hotel);
  const at = await painted(() => shown.drawn?.() ?? true);
  let renamed = 0;
  Object.assign(window, {
    shown: {
      painted: at - mounted,
      elements: () => container.querySelectorAll('*').length,
      scroll: (axis, step, count, limitMs) =>
        scrollFrames(shown.scroller?.(axis) ?? scrollerOf(axis), axis, step, count, limitMs),
      /** Gives a booking in sight another guest; milliseconds until that is painted. */
      async changeOne() {
        const stay = hotel.stays.find(({ row, start }) => row === 2 && start > 0);
        const before = performance.now();
        let seen = shown.isCanvas === true;
        const observer = new MutationObserver(() => {
          seen = true;
        });
        observer.observe(container, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        const changed = { ...stay, guest: `佐藤 花子${++renamed}` };
        hotel.stays[stay.id - 1] = changed;
        shown.change(changed);
        const shownAt = await painted(() => seen);
        observer.disconnect();
        return shownAt - before;
      },
    },
  });
}

void show();
