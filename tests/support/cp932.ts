const LEADS = [...range(0x81, 0x9f), ...range(0xe0, 0xec), ...range(0xfa, 0xfc)];
const TRAILS = [...range(0x40, 0x7e), ...range(0x80, 0xfc)];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function bytesOfCharacters(): Map<string, number[]> {
  const decoder = new TextDecoder('shift_jis', { fatal: true });
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if (!table.has(character)) table.set(character, bytes);
    } catch {
      // These bytes mean nothing.
    }
  };
  for (const single of [...range(0x20, 0x7e), ...range(0xa1, 0xdf)]) add([single]);
  for (const lead of LEADS) for (const trail of TRAILS) add([lead, trail]);
  for (const control of ['\0', '\t', '\n', '\r']) table.set(control, [control.charCodeAt(0)]);
  return table;
}

let known: Map<string, number[]> | null = null;

/** Tells whether CP932 has a character. */
export function isInCp932(character: string): boolean {
  known ??= bytesOfCharacters();
  return known.has(character);
}

/** The text in CP932; throws for a character that it has not. */
export function encodeCp932(text: string): Buffer {
  known ??= bytesOfCharacters();
  const bytes: number[] = [];
  for (const character of text) {
    const encoded = known.get(character);
    if (!encoded) throw new RangeError(`not in CP932: ${character}`);
    for (const byte of encoded) bytes.push(byte);
  }
  return Buffer.from(bytes);
}
