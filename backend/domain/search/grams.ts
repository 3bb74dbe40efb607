/** The longest piece of text that the search index knows. */
const LONGEST = 3;

/** The pieces of a searched word that a text must have to hold it: all of three characters, or a short word itself. */
export function gramsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length === 0) return [];
  if (characters.length <= LONGEST) return [word];
  const grams = characters.slice(LONGEST - 1).map((_, at) => characters.slice(at, at + LONGEST).join(''));
  return [...new Set(grams)];
}
