import pg from 'pg';

const INSTALL = `
  create schema watch;
  create table watch.writes (id bigserial primary key, what text not null);
  create function watch.note() returns trigger language plpgsql as $$
    begin
      insert into watch.writes (what) values (lower(tg_op) || ' ' || tg_table_name);
      return null;
    end $$;
  do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger watched after insert or update or delete on public.%I
                        for each row execute function watch.note()', name);
      end loop;
    end $$`;

/** Notes every row that is written, changed or removed in a database, whatever its table; what is rolled back leaves no note. */
export class WriteWatch {
  private seen = 0;

  private constructor(
    private readonly client: pg.Client,
    private readonly unwatched: readonly string[],
  ) {}

  /** Watches every table but some, from now on. */
  static async open(url: string, unwatched: readonly string[]): Promise<WriteWatch> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(INSTALL);
    return new WriteWatch(client, unwatched);
  }

  /** Lists the writes since the last call, such as `insert bookings`. */
  async news(): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string; what: string }>({
      name: 'news',
      text: 'select id, what from watch.writes where id > $1 order by id',
      values: [this.seen],
    });
    this.seen = Number(rows.at(-1)?.id ?? this.seen);
    const whats = rows.map(({ what }) => what);
    return whats.filter((what) => !this.unwatched.includes(what.split(' ')[1] ?? ''));
  }

  /** Counts the runs over files that are not done: they write behind the request that began them. */
  async runs(): Promise<number> {
    const { rows } = await this.client.query<{ runs: number }>(
      `select (select count(*) from move_ins where status = 'running')::int
            + (select count(*) from csv_imports where status = 'running')::int as runs`,
    );
    return rows[0]?.runs ?? 0;
  }

  /** Stops watching. */
  close(): Promise<void> {
    return this.client.end();
  }
}
