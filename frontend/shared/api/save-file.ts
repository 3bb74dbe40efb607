import { getFile } from './request.js';

/** Reads a file from the server and saves it as the browser saves downloads. */
export async function saveFile(path: string): Promise<void> {
  const { name, content } = await getFile(path);
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
