const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X = 0x40000000;

/** The product of two polynomials over GF(2) modulo CRC-32's, bits in its reflected order. */
function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** What a CRC-32 is multiplied by when so many bytes follow: x to the power of eight times as many. */
export function shiftOver(bytes: number): number {
  let shift = ONE;
  let square = product(product(X, X), product(X, X));
  square = product(square, square);
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = product(square, shift);
    square = product(square, square);
  }
  return shift;
}

/** The CRC-32 of two texts, one after the other, from theirs and the second's shift. */
export function crc32Joined(first: number, second: number, secondShift: number): number {
  return (product(secondShift, first) ^ second) >>> 0;
}
