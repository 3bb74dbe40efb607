import { tidied } from './odd-values.js';

const UNSEEN = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** A text as it comes back: empty where nothing of it can be seen. */
export const storedText = (text: string): string => (UNSEEN.test(text) ? '' : tidied(text));
