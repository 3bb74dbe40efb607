export type SupportedLine = {
  name: string;
  line: string;
  supportEnds: string | null;
  use: string;
  image?: string;
};

export const SUPPORTED_LINES: readonly SupportedLine[];

export function endingSupport(
  day?: string,
  lines?: readonly SupportedLine[],
): { name: string; supportEnds: string; days: number }[];
