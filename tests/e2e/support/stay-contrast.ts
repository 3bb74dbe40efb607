import type { Page } from '@playwright/test';

/** Looks of a stay: its text against everything that may be painted behind it. */
export type StayContrast = { look: string; ratio: number };

/** Gives a drawn stay every look there is, one after another, and measures the contrast of its text at its worst. */
export function stayContrasts(page: Page): Promise<StayContrast[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const cell = document.querySelector<HTMLElement>('.stay:has(.bar)');
    const bar = cell?.querySelector<HTMLElement>('.bar');
    const row = cell?.closest<HTMLElement>('.room-row');
    const column = document.querySelector<HTMLElement>('.column');
    if (!pen || !cell || !bar || !row || !column) throw new Error('no stay to look at');

    const luminance = (layers: readonly string[]) => {
      pen.clearRect(0, 0, 1, 1);
      for (const layer of layers) {
        pen.fillStyle = layer;
        pen.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (text: string, ground: readonly string[]) => {
      const [a, b] = [luminance([...ground, text]), luminance(ground)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const set = (element: HTMLElement, name: string, value: string | null) =>
      value === null ? element.removeAttribute(name) : element.setAttribute(name, value);

    const columnLooks: [string, string | null][] = [
      ['data-kind', 'weekday'],
      ['data-kind', 'saturday'],
      ['data-kind', 'sunday'],
      ['data-past', 'true'],
    ];
    const grounds = columnLooks.map(([name, value]) => {
      for (const other of ['data-kind', 'data-past']) column.removeAttribute(other);
      set(column, name, value);
      return getComputedStyle(column).backgroundColor;
    });
    const surface = getComputedStyle(cell.closest('.calendar') ?? cell).backgroundColor;

    const worst = () => {
      const { color, backgroundColor, backgroundImage } = getComputedStyle(bar);
      const hatch = /(?:rgba?|color)\([^)]*\)/.exec(backgroundImage)?.[0];
      const ratios = grounds.flatMap((ground) => {
        const plain = [surface, ground, backgroundColor];
        return [plain, hatch ? [...plain, hatch] : plain].map((layers) => contrast(color, layers));
      });
      return Math.min(...ratios);
    };
    const looks: { look: string; ratio: number }[] = [];
    for (const shade of ['0', '1', '2', '3', '4', '5'])
      for (const unpaid of ['false', 'true'])
        for (const out of [null, 'true'])
          for (const dimmed of [null, 'true']) {
            set(cell, 'data-shade', shade);
            set(cell, 'data-unpaid', unpaid);
            set(cell, 'data-out', out);
            set(row, 'data-dimmed', dimmed);
            looks.push({
              look: `shade ${shade}, unpaid ${unpaid}, out ${out}, dimmed ${dimmed}`,
              ratio: worst(),
            });
          }
    return looks;
  });
}
