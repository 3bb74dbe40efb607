import { Button } from '@blueprintjs/core';
import { Key } from '@blueprintjs/icons';
import type { ManagedServiceAccount } from '@wire/service-accounts.js';
import { useState } from 'react';
import { newKey } from '../lists.atoms.js';
import { IssueDialog } from './IssueDialog.js';

/** Issues a key of a service account, and shows it once. */
export function ServiceKeyButton({ account }: { account: ManagedServiceAccount }) {
  const [isOpen, setIsOpen] = useState(false);
  if (account.is_retired === 1) return null;
  const issue = async (overlapHours: number) => {
    const issued = await newKey(account.id, overlapHours);
    return issued && { text: issued.key, formerUntil: issued.former_until };
  };
  return (
    <>
      <Button
        size="small"
        icon={<Key size={12} />}
        text="キーを発行"
        aria-label={`${account.name}のキーを発行`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <IssueDialog
          of={account.name}
          what="キー"
          hasFormer={account.keys.length > 0}
          issue={issue}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
