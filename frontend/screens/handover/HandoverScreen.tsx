import { ScreenHeading } from '../shell/ScreenHeading.js';

/** 引継ぎ. */
export function HandoverScreen() {
  return <ScreenHeading name="引継ぎ" />;
}
