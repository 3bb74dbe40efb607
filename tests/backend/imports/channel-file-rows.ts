import { type ChannelFileRow, readChannelFile } from '../../../backend/imports/channel-file.js';

/** Every row of a channel file of a hotel in Tokyo. */
export async function channelFileRows(path: string): Promise<ChannelFileRow[]> {
  const rows: ChannelFileRow[] = [];
  for await (const row of readChannelFile(path, { timezone: 'Asia/Tokyo' })) rows.push(row);
  return rows;
}
