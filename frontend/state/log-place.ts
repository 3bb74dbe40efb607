import { atom } from 'jotai';

/** Which log the server has, and how far this page was told that it goes; null before the socket said so. */
export const logPlaceAtom = atom<{ logId: string; position: number } | null>(null);
