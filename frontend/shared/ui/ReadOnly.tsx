import { Callout } from '@blueprintjs/core';
import { useMay } from '../session-staff.js';

/** 閲覧のみ, for those who may look but not work at the desk, with what they cannot do here. */
export function ReadOnly({ text }: { text: string }) {
  if (useMay('desk')) return null;
  return (
    <Callout compact intent="primary" icon={null} className="read-only" role="note">
      <strong>閲覧のみ</strong>
      {` ${text}`}
    </Callout>
  );
}
