/** A shift that was handed over: by whom, with what words, and up to which position of the log its staff had seen. */
export type HandoverDetails = { staffId: number | null; terminal: string | null; upTo: number; memo: string };

export type Handover = HandoverDetails & { id: number; version: number };

/** That somebody handed over. */
export type HandoverEvent = { type: 'ShiftHandedOver'; data: HandoverDetails };

/** The handover after its one event. */
export function evolveHandover(state: Handover | null, { data }: HandoverEvent, id: number): Handover {
  return { ...data, id, version: (state?.version ?? 0) + 1 };
}
