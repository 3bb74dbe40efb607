import { Button } from '@blueprintjs/core';
import { Key, SendMessage } from '@blueprintjs/icons';
import type { ManagedWebhook } from '@wire/webhooks.js';
import { useState } from 'react';
import { IssueDialog } from '../lists/IssueDialog.js';
import { newSecret } from '../lists.atoms.js';
import { DeliveryDialog } from './DeliveryDialog.js';

/** Buttons of a webhook: its secret, and how far it is. */
export function WebhookButtons({ webhook }: { webhook: ManagedWebhook }) {
  const [open, setOpen] = useState<'secret' | 'delivery' | null>(null);
  const close = () => setOpen(null);
  const issue = async (overlapHours: number) => {
    const issued = await newSecret(webhook.id, overlapHours);
    return issued && { text: issued.secret, formerUntil: issued.former_until };
  };
  return (
    <>
      <Button
        size="small"
        icon={<SendMessage size={12} />}
        text="送信状況"
        aria-label={`${webhook.name}の送信状況`}
        onClick={() => setOpen('delivery')}
      />
      {webhook.is_retired === 0 && (
        <Button
          size="small"
          icon={<Key size={12} />}
          text="シークレットを発行"
          aria-label={`${webhook.name}のシークレットを発行`}
          onClick={() => setOpen('secret')}
        />
      )}
      {open === 'secret' && (
        <IssueDialog
          of={webhook.name}
          what="シークレット"
          hasFormer={webhook.secrets.length > 0}
          issue={issue}
          onClose={close}
        />
      )}
      {open === 'delivery' && <DeliveryDialog webhook={webhook} onClose={close} />}
    </>
  );
}
