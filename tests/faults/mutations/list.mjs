import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** Every mistake that was made on purpose, with the part it belongs to. */
export async function allMutations() {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.mutations.mjs'));
  const lists = await Promise.all(
    files.sort().map(async (file) => {
      const { mutations } = await import(`./${file}`);
      const part = file.slice(0, -'.mutations.mjs'.length);
      return mutations.map((mutation) => ({ part, ...mutation }));
    }),
  );
  return lists.flat();
}

/** The text of a mutation's file with the mistake in it; each place that it changes must be there exactly once. */
export function mutatedText({ file, find, replace }, root = project) {
  const replacements = [replace].flat();
  return [find].flat().reduce(
    (text, place, index) => {
      const places = text.split(place).length - 1;
      if (places !== 1) throw new Error(`${file} has ${places} places like ${JSON.stringify(place)}`);
      return text.replace(place, () => replacements[index]);
    },
    readFileSync(`${root}/${file}`, 'utf8'),
  );
}
