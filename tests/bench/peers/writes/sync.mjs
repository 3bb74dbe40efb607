// The disk: a page of 8 kB that is written and made durable, as PostgreSQL does at a commit.
import { open } from 'node:fs/promises';
import { given, serveWay } from '../shared/driver.mjs';

const PAGE = Buffer.alloc(8192, 1);
const PAGES = 2_048;
const file = await open(given.path, 'w');
let next = 0;

serveWay(async () => {
  await file.write(PAGE, 0, PAGE.length, (next++ % PAGES) * PAGE.length);
  await file.datasync();
});
