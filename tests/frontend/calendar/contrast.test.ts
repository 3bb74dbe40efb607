import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function parse(text: string): Colour {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(text) ?? [];
  if (red) return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16), 1];
  const [r = 0, g = 0, b = 0, percent = 0] = text.match(/\d+/g)?.map(Number) ?? [];
  return [r, g, b, percent / 100];
}

const PAIR = /--([\w-]+): light-dark\((#\w+|rgb\([^)]*\)), (#\w+|rgb\([^)]*\))\);/g;
const theme = new Map(
  [...readFileSync('frontend/shared/ui/theme.css', 'utf8').matchAll(PAIR)].map(([, name, light, dark]) => [
    name,
    { light: parse(light as string), dark: parse(dark as string) },
  ]),
);

const over = (top: Colour, ground: Colour): Colour => {
  const mix = (at: 0 | 1 | 2) => top[at] * top[3] + ground[at] * (1 - top[3]);
  return [mix(0), mix(1), mix(2), 1];
};

/** WCAG 2.2: relative luminance and the contrast of two colours. */
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: Colour, b: Colour): number {
  const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(x, y) / Math.min(x, y);
}

/** Part of its shade that the bar of a guest who has left keeps. */
const LEFT = Number(
  /\[data-out\][^}]*?var\(--shade\) (\d+)%/.exec(readFileSync('frontend/calendar/stays.css', 'utf8'))?.[1],
);

describe.each(['light', 'dark'] as const)('in the %s theme', (mode) => {
  const colour = (name: string) => (theme.get(name) ?? { light: [], dark: [] })[mode] as Colour;
  const [surface, ink, edge, hatch] = ['surface', 'stay-ink', 'stay-edge', 'hatch'].map(colour) as [
    Colour,
    Colour,
    Colour,
    Colour,
  ];

  test.each([0, 1, 2, 3, 4, 5])(
    'bars of shade %i can be read, also under the hatching and once the guest has left',
    (index) => {
      const shade = colour(`shade-${index}`);
      const [red, green, blue] = shade;
      const left = over([red, green, blue, LEFT / 100], surface);
      const figures = {
        name: contrast(ink, shade),
        hatched: contrast(ink, over(hatch, shade)),
        left: contrast(colour('dim-ink'), left),
        leftHatched: contrast(colour('dim-ink'), over(hatch, left)),
      };
      for (const figure of Object.values(figures)) expect(figure).toBeGreaterThanOrEqual(4.5);
      expect(contrast(edge, shade)).toBeGreaterThanOrEqual(3);
    },
  );

  test('未, 翌OUT and the quiet counts can be read', () => {
    expect(contrast(colour('danger'), surface)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(surface, edge)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('ink-soft'), surface)).toBeGreaterThanOrEqual(4.5);
  });
});
