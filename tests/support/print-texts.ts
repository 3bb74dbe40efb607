import { textsIn } from './screen-texts.js';

// `npm run texts`: every Japanese text of the product with where it stands, to be read as a list.
for (const { file, line, text } of ['frontend', 'backend'].flatMap(textsIn))
  console.log(`${file}:${line}: ${text}`);
