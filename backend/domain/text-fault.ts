/** What is wrong in a typed or pasted text; the message has line and column in words. */
export type TextFault = { line: number; message: string };
