import { ScreenHeading } from '../shell/ScreenHeading.js';

/** レポート. */
export function ReportsScreen() {
  return <ScreenHeading name="レポート" />;
}
