import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../', import.meta.url));

type Reply = { answer: unknown } | { error: string };

/** A program of `tests/bench/peers` that does what it is told, one thing after another. */
export type DrivenProcess = {
  ask: <Answer>(command: string, options?: object) => Promise<Answer>;
  stop: () => Promise<void>;
};

/** Starts a program of `tests/bench/peers`, so that neither Jest's overhead nor its event loop is measured. */
export async function startDriven(program: string, given: object): Promise<DrivenProcess> {
  const child = fork(`tests/bench/peers/${program}`, [], {
    cwd: project,
    execArgv: ['--no-warnings'],
    env: { ...process.env, NODE_OPTIONS: '', JEST_WORKER_ID: '' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  // Not `close`: that does not come when the channel is closed from here while Node is reading a message.
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const reply = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`${program} ended: ${complaint}`));
      child.once('close', fail);
      child.once('message', (message: Reply) => {
        child.off('close', fail);
        if ('error' in message) reject(new Error(`${program}: ${message.error}`));
        else resolve(message.answer);
      });
    });
  child.send(given);
  await reply();
  return {
    async ask<Answer>(command: string, options: object = {}) {
      child.send({ command, options });
      return (await reply()) as Answer;
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
