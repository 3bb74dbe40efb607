import { type BrokenRule, invalid } from '../broken-rule.js';
import type { MasterEvent, Recorded } from '../masters/masters.js';
import type { RoomDirectory } from '../room/room-directory.js';

/**
 * A calendar that is subscribed to by a secret address (マスタ → 連携): the nights of a room, or the arrivals of the house
 * where `roomNumber` is null. Guests are named only where `showsNames`.
 */
export type IcalAddressDetails = { name: string; roomNumber: string | null; showsNames: boolean };
export type IcalAddress = Recorded & IcalAddressDetails;
export type IcalAddressEvent = MasterEvent<'IcalAddress', IcalAddressDetails>;

/** The secret of an address that counts: its public name, and the SHA-256 of the whole in hexadecimal. */
export type IcalSecret = {
  id: number;
  version: number;
  addressId: number;
  addressName: string;
  secret: string;
  digest: string;
};

/** A new secret, with the calendar's name as it was then; the one before counts no more. */
export type IcalSecretEvent = {
  type: 'IcalSecretIssued';
  data: Pick<IcalSecret, 'addressId' | 'addressName' | 'secret' | 'digest'>;
};

const NAME_TAKEN = invalid('ical_name_taken', 'name', 'この名称は他のカレンダーで使用しています。');
const NO_SUCH_ROOM = invalid('no_such_room', 'room_number', 'この部屋番号の部屋はありません。');

/** The rules that a calendar breaks after a change, null for retired: it has a name of its own, and its room exists. */
export function brokenIcalAddressRules(
  id: number | null,
  after: IcalAddressDetails | null,
  { icalAddresses, rooms }: { icalAddresses: ReadonlyMap<number, IcalAddress>; rooms: RoomDirectory },
): BrokenRule[] {
  if (after === null) return [];
  const isTaken = [...icalAddresses.values()].some((other) => other.id !== id && other.name === after.name);
  const isUnknown = after.roomNumber !== null && !rooms.byNumber.has(after.roomNumber);
  return [...(isTaken ? [NAME_TAKEN] : []), ...(isUnknown ? [NO_SUCH_ROOM] : [])];
}

/** The secret of an address after another was issued. */
export function evolveIcalSecret(
  state: IcalSecret | null,
  { data }: IcalSecretEvent,
  id: number,
): IcalSecret {
  return { ...data, id, version: (state?.version ?? 0) + 1 };
}
