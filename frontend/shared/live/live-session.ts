import type { Hold } from '@wire/activity.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ImportSummary } from '@wire/csv-imports.js';
import { type ChangeFrame, LIVE_PROTOCOLS, type LogPlace, type Welcome } from '@wire/live.js';
import type { MoveInSummary } from '@wire/move-in.js';
import { type Atom, atom } from 'jotai';
import { logHashAt, noteLogHash } from '../api/log-hashes.js';
import { TERMINAL_ID, terminalName } from '../api/terminal.js';
import { createCalendarSync } from '../calendar-data/calendar-sync.js';
import { showAlert } from '../dialogs.js';
import { hotelAtom } from '../hotel.js';
import { signedOutAtom } from '../session-staff.js';
import { inEachStore, store } from '../store.js';
import { traceRepaint, traceTo } from '../tracing.js';
import { noteShown, whenShown } from '../ui/after-paint.js';
import { OWN_VERSION } from '../version.js';
import {
  activityWith,
  connectionAtom,
  disconnectedAtAtom,
  nodeVersionAtom,
  presenceAtom,
} from './connection.js';
import { publishFrame } from './frame-listeners.js';
import { openLiveLazily } from './lazy-connection.js';
import type { LiveConnection } from './live-connection.js';

const OTHER_HISTORY =
  '表示していた記録の一部がサーバーにありません。データベースが切り替わったか、バックアップから戻されています。最新の内容に読み直しましたので、直前の操作が残っているか確かめてください。';
const REFUSED_RETRY_MS = 1_000;
const RETRY_MS = 5_000;

/** A part of the page that shows the server's data for as long as the page is open. */
export type LiveView = {
  /** Returns true if everything that it shows could be read. */
  isComplete?: () => boolean;
  /** Reads everything that it shows anew. */
  refresh?: () => Promise<unknown>;
  applyFrame?: (frame: ChangeFrame) => void;
  applyImport?: (summary: ImportSummary) => void;
  applyMoveIn?: (summary: MoveInSummary) => void;
  /** The connection is back, and frames bring all that was missed. */
  resume?: () => void;
  /** Drops what belongs to another history of the log. */
  reset?: () => void;
};

/** Parts that the app composes a session of. */
export type LiveParts = {
  views: readonly LiveView[];
  /** The cells that the form is about to book. */
  hold: Atom<Hold | null>;
  /** Asks the server who is signed in. */
  readSession: () => Promise<void>;
};

/** The server's log, and how far this page has received it; null before the socket said so. */
export const logPositionAtom = atom<{ logId: string; position: number } | null>(null);

/** The one live connection of the page: keeps what is shown current, and reads anew what a gap or an outage may have hidden. */
class LiveSession {
  /** The calendar and the position up to which its changes are applied. */
  readonly calendar = createCalendarSync();
  private parts: LiveParts | null = null;
  private connection: LiveConnection | null = null;
  private logId: string | null = null;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private stops: (() => void)[] = [];

  /**
   * Sets what is kept current. The socket is opened by the first `resumeFrom` or `connect`, else once the first screen and the
   * hotel are there: a screen that has nothing to read is connected like any other.
   */
  start(parts: LiveParts): void {
    this.parts = parts;
    const connectLater = async (): Promise<void> => {
      await whenShown();
      if (this.parts && store.get(hotelAtom) !== null && !store.get(signedOutAtom)) this.connect();
    };
    const signedIn = () => {
      if (!store.get(signedOutAtom)) this.connection?.reconnect();
      void connectLater();
    };
    this.stops.push(
      store.sub(signedOutAtom, signedIn),
      store.sub(hotelAtom, () => void connectLater()),
    );
    void connectLater();
  }

  /** Closes the connection. */
  close(): void {
    for (const stop of this.stops.splice(0)) stop();
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    this.connection?.close();
    this.connection = null;
    this.parts = null;
  }

  /** Receives changes from the position on that a screen was read as of; null when it could not be read. */
  resumeFrom(position: number | null): void {
    if (position !== null && this.calendar.position() === null) this.calendar.startAt(position);
    this.connect();
  }

  /** Opens the connection unless it is open. */
  connect(): void {
    this.connection ??= this.open();
  }

  /** After this terminal's own write: shows the record at once, and reads anew when no frame will come. */
  async applyOwnWrite(record: BookingRecord | null): Promise<void> {
    if (record) await this.calendar.showRecord(record);
    if (!store.get(connectionAtom).connected) await this.calendar.refresh();
  }

  /** Tries again after a while to read what is missing; once there is a socket, only while it is connected. */
  retryLater(): void {
    if (this.incomplete().length === 0) return;
    this.retry ??= setTimeout(() => {
      this.retry = null;
      const canRead = this.connection === null || store.get(connectionAtom).connected;
      if (canRead) void this.refresh(this.incomplete());
    }, RETRY_MS);
  }

  private get views(): readonly LiveView[] {
    return [this.calendar, ...(this.parts?.views ?? [])];
  }

  /** The parts of which something could not be read. */
  private incomplete(): readonly LiveView[] {
    return this.views.filter((view) => view.isComplete?.() === false);
  }

  /** Reads what is shown anew. */
  private async refresh(views: readonly LiveView[]): Promise<void> {
    await Promise.all(views.map((view) => view.refresh?.()));
    this.retryLater();
  }

  private setLogPosition(position: number): void {
    if (this.logId !== null) store.set(logPositionAtom, { logId: this.logId, position });
  }

  private welcomed({ version, tracing }: Welcome): void {
    store.set(nodeVersionAtom, version ?? null);
    traceTo(tracing ? (span) => this.connection?.trace(span) : null);
  }

  private connected(): void {
    store.set(connectionAtom, { connected: true, since: new Date() });
    store.set(disconnectedAtAtom, null);
  }

  private ready(state: LogPlace): void {
    this.connected();
    if (this.logId !== null && this.logId !== state.log_id) {
      this.startOver(state);
      return;
    }
    this.logId = state.log_id;
    noteLogHash(state.position, state.hash);
    this.calendar.advanceTo(state.position);
    this.setLogPosition(state.position);
    if (this.incomplete().length > 0) void this.recover();
    else for (const view of this.views) view.resume?.();
  }

  /** Reads what could not be read while offline, after the session was checked. */
  private async recover(): Promise<void> {
    await this.parts?.readSession();
    await this.refresh(this.views);
  }

  /** Reads everything anew: what was read so far may be of another history. */
  private startOver(state: LogPlace): void {
    if (this.calendar.position() !== null) for (const view of this.views) view.reset?.();
    this.logId = state.log_id;
    noteLogHash(state.position, state.hash);
    this.calendar.startAt(state.position);
    this.setLogPosition(state.position);
    publishFrame(null);
    void this.refresh(this.views);
  }

  private applyFrame(frame: ChangeFrame): void {
    if (!this.calendar.receive(frame)) {
      this.connection?.reconnect();
      return;
    }
    noteLogHash(frame.to, frame.hash);
    for (const view of this.views) view.applyFrame?.(frame);
    publishFrame(frame);
    this.setLogPosition(frame.to);
    void traceRepaint(frame.traceparent);
  }

  /** The socket was refused: the session has ended, or has just begun. */
  private async refused(): Promise<void> {
    await this.parts?.readSession();
    if (store.get(signedOutAtom)) return;
    // Signing in meanwhile has connected already.
    setTimeout(() => {
      if (!store.get(connectionAtom).connected) this.connection?.reconnect();
    }, REFUSED_RETRY_MS);
  }

  private handshake() {
    const position = this.calendar.position();
    return {
      log_id: this.logId,
      position,
      hash: position === null ? null : logHashAt(position),
      product_version: store.get(nodeVersionAtom) ?? OWN_VERSION,
      protocol: LIVE_PROTOCOLS[0],
      terminal_id: TERMINAL_ID,
      terminal: terminalName(),
    };
  }

  private open(): LiveConnection {
    noteShown();
    this.logId = store.get(hotelAtom)?.log_id ?? null;
    const connection = openLiveLazily({
      handshake: () => this.handshake(),
      ready: (state) => {
        this.welcomed(state);
        this.ready(state);
      },
      outdated: (version) => store.set(nodeVersionAtom, version),
      changes: (frame) => this.applyFrame(frame),
      reload: (state) => {
        this.welcomed(state);
        this.connected();
        // A page that did not know the log yet has shown nothing of another one.
        const wasKnown = this.logId !== null;
        this.startOver(state);
        if (state.is_other_history && wasKnown) void showAlert(OTHER_HISTORY);
      },
      presence: (entries) =>
        store.set(
          presenceAtom,
          entries.filter(({ terminal_id }) => terminal_id !== TERMINAL_ID),
        ),
      imports: (summary) => {
        for (const view of this.views) view.applyImport?.(summary);
      },
      moveIn: (summary) => {
        for (const view of this.views) view.applyMoveIn?.(summary);
      },
      lost: (since) => {
        store.set(disconnectedAtAtom, since);
        store.set(connectionAtom, { connected: false, since: new Date() });
      },
      signedOut: () => this.refused(),
    });
    if (this.parts) {
      const activity = activityWith(this.parts.hold);
      const send = () => connection.activity(store.get(activity));
      this.stops.push(store.sub(activity, send));
      send();
    }
    return connection;
  }
}

export let liveSession: LiveSession;
inEachStore(() => {
  liveSession?.close();
  liveSession = new LiveSession();
});
