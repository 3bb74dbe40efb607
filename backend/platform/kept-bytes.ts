/** Values by key, no more than so many bytes of them: the one that was used longest ago goes first. */
export class KeptBytes<Key, Value extends { bytes: number }> {
  private readonly values = new Map<Key, Value>();
  private total = 0;

  constructor(private readonly limit: number) {}

  /** How much is kept. */
  get bytes(): number {
    return this.total;
  }

  /** The value of a key, which is used by that. */
  get(key: Key): Value | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  /** Keeps a value; nothing goes for it before the next `trim`. */
  set(key: Key, value: Value): void {
    this.delete(key);
    this.values.set(key, value);
    this.total += value.bytes;
  }

  /** Forgets the value of a key. */
  delete(key: Key): void {
    const value = this.values.get(key);
    if (value === undefined) return;
    this.values.delete(key);
    this.total -= value.bytes;
  }

  /** Forgets all values that a condition holds for. */
  deleteWhere(condition: (value: Value) => boolean): void {
    for (const [key, value] of this.values) if (condition(value)) this.delete(key);
  }

  /** Forgets everything. */
  clear(): void {
    this.values.clear();
    this.total = 0;
  }

  /** Forgets what was used longest ago, until the rest is within the limit. */
  trim(): void {
    for (const key of this.values.keys()) {
      if (this.total <= this.limit) return;
      this.delete(key);
    }
  }
}
