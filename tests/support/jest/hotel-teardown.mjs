import stopDatabase from './database-teardown.mjs';
import { stopHotel } from './hotel-setup.mjs';

/** Ends the sample hotel before the database that it is on. */
export default async function tearDown() {
  await stopHotel();
  await stopDatabase();
}
