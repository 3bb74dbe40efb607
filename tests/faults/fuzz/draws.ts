import { addDays, type Day } from '@domain/dates.js';

/** Names that records go by, so that requests can be about what there is. */
export type Kind =
  | 'booking'
  | 'room'
  | 'day'
  | 'corporate'
  | 'payment'
  | 'blacklist'
  | 'staff'
  | 'import-file'
  | 'imported'
  | 'mapping'
  | 'note'
  | 'request';

/** What a fuzzed hotel has by now; it grows with each accepted request. */
export type Known = { today: Day; ids: Record<Kind, (number | string)[]>; rooms: Map<string, number> };

/** Choices that follow from a list of numbers: the same numbers choose the same from the same hotel. */
export class Draws {
  private next = 0;

  constructor(
    private readonly numbers: readonly number[],
    readonly known: Known,
  ) {}

  /** A number from 0 until before `end`. */
  below(end: number): number {
    const number = this.numbers[this.next++ % this.numbers.length] ?? 0;
    return number % Math.max(1, end);
  }

  /** One of some things. */
  of<Item>(...items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** The id of a record of a kind that there is, or one of none. */
  id(kind: Kind): number | string {
    return this.of(...this.known.ids[kind], 999_999_999);
  }

  /** A room and a stay in a month in which the hotel sells it. */
  stay(): { room_id: number; stay_start: Day; stay_end: Day } {
    const [place, room_id] = this.of(...this.known.rooms) as [string, number];
    const month = place.slice(-10) as Day;
    const stay_start = addDays(month, this.below(26));
    return { room_id, stay_start, stay_end: addDays(stay_start, 1 + this.below(3)) };
  }

  /** A day near the hotel's own or within the months that it sells. */
  day(): Day {
    return addDays(this.of(this.known.today, '2096-01-01' as Day), this.below(40) - 5);
  }

  /** The first day of a month that it sells. */
  month(): string {
    return this.of('2096-01-01', '2096-02-01', '2096-12-01', '2097-03-01');
  }

  /** A name, plain or odd, that is valid. */
  name(): string {
    return this.of(
      '山田 太郎',
      '髙橋 花子',
      'é\u0301ロ',
      '𠮷野 﨑',
      '葛\u{e0100}城',
      'ﾔﾏﾀﾞ ﾀﾛｳ',
      'محمد علي',
      '👨‍👩‍👧 家',
    );
  }
}
