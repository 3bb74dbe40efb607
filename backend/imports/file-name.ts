const LONGEST = 200;

/** The name of a file as it is shown: without folders and control characters, not too long. */
export function shownFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .trim();
  return [...plain].slice(0, LONGEST).join('') || '名称未設定.csv';
}

/** The name that a browser gave to an upload: it comes as bytes in UTF-8, read one by one. */
export function uploadedFileName(latin1: string): string {
  return shownFileName(Buffer.from(latin1, 'latin1').toString('utf8'));
}
