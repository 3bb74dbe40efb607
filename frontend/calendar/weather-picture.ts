const PICTURES: Record<string, string> = { 晴: '☀', 曇: '☁', 雨: '☂', 雪: '☃' };

/** A weather text in pictures, in the order of its words: 晴れのち曇り is ☀☁. */
export function weatherPicture(text: string): string {
  return [...text].map((letter) => PICTURES[letter] ?? '').join('');
}
