// One page for all: shows the calendar that the address asks for and lets it be measured from outside.
import './yardstick.js';
import { mount } from 'way-to-show';
import { hotelOf } from './hotel.mjs';

const { painted, scroll } = window.yardstick;
const SCROLL_MS = 2_500;
const asked = new URLSearchParams(location.search);
const container = document.getElementById('calendar');
for (const side of ['width', 'height']) if (asked.has(side)) container.style[side] = `${asked.get(side)}px`;
const hotel = hotelOf(Number(asked.get('rooms')), Number(asked.get('days')));

/** The frame in which it is true for the first time has been painted. */
async function paintedOnce(isTrue) {
  for (;;) {
    const at = await painted();
    if (isTrue()) return at;
  }
}

/** The largest element that scrolls in this direction. */
function scrollerOf(axis) {
  const scrolls = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    const [overflow, room] =
      axis === 'scrollTop'
        ? [overflowY, scrollHeight - clientHeight]
        : [overflowX, scrollWidth - clientWidth];
    return /auto|scroll/.test(overflow) && room > 4;
  };
  const area = (element) => element.clientWidth * element.clientHeight;
  const elements = [...container.querySelectorAll('div, section, main'), container];
  return elements.filter(scrolls).sort((a, b) => area(b) - area(a))[0];
}

async function show() {
  await document.fonts.ready;
  await painted();
  const mounted = performance.now();
  const shown = mount(container, hotel);
  const at = await paintedOnce(() => shown.drawn?.() ?? true);
  let renamed = 0;
  window.shown = {
    painted: at - mounted,
    elements: () => container.querySelectorAll('*').length,
    scroll: (axis, step) => scroll(shown.scroller?.(axis) ?? scrollerOf(axis), axis, step, SCROLL_MS, 120),
    /** Gives a booking in sight another guest; milliseconds until that is painted. */
    async changeOne() {
      const stay = hotel.stays.find(({ row, start }) => row === 2 && start > 0);
      const before = performance.now();
      let seen = shown.isCanvas === true;
      const observer = new MutationObserver(() => {
        seen = true;
      });
      observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
      const changed = { ...stay, guest: `佐藤 花子${++renamed}` };
      hotel.stays[stay.id - 1] = changed;
      shown.change(changed);
      const shownAt = await paintedOnce(() => seen);
      observer.disconnect();
      return shownAt - before;
    },
  };
}

void show();
