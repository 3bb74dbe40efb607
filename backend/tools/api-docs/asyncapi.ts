import { LIVE_PROTOCOLS } from '@wire/live.js';
import { CLIENT_MESSAGES, SERVER_MESSAGES } from '@wire/live-messages.js';
import type { z } from 'zod';
import { answerSchema, type JsonSchema } from './openapi.js';

const DESCRIPTION =
  'Socket.IO 4 over WebSocket. `handshake` is the `auth` object of the connection, every other message an event of its name. See live.md.';

type Messages = Readonly<Record<string, readonly [z.ZodType, string]>>;

function messagesOf(messages: Messages, schemas: Record<string, JsonSchema>) {
  return Object.entries(messages).map(
    ([name, [schema, summary]]) => [name, { name, summary, payload: answerSchema(schema, schemas) }] as const,
  );
}

const referring = (names: readonly string[], folder: string) =>
  names.map((name) => ({ $ref: `#/${folder}/${name}` }));

/** Describes the live protocol from the schemas of its messages. */
export function liveDocument() {
  const schemas: Record<string, JsonSchema> = {};
  const messages = Object.fromEntries([
    ...messagesOf(SERVER_MESSAGES, schemas),
    ...messagesOf(CLIENT_MESSAGES, schemas),
  ]);
  const names = Object.keys(messages);
  const operation = (action: 'send' | 'receive', own: Messages) => ({
    action,
    channel: { $ref: '#/channels/live' },
    messages: referring(Object.keys(own), 'channels/live/messages'),
  });
  return {
    asyncapi: '3.0.0',
    info: { title: 'Live updates', version: String(LIVE_PROTOCOLS[0]), description: DESCRIPTION },
    channels: {
      live: {
        address: '/socket.io/',
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      tell: operation('send', SERVER_MESSAGES),
      hear: operation('receive', CLIENT_MESSAGES),
    },
    components: { messages, schemas },
  };
}
