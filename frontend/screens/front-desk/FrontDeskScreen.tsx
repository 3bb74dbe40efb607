import { ScreenHeading } from '../shell/ScreenHeading.js';

/** フロント. */
export function FrontDeskScreen() {
  return <ScreenHeading name="フロント" />;
}
