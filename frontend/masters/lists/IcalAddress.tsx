import { Button } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import type { ManagedIcalAddress } from '@wire/ical-addresses.js';
import { useState } from 'react';
import { newIcalAddress } from '../lists.atoms.js';
import { IssueDialog } from './IssueDialog.js';

const WITH_NAMES =
  '宿泊者名（個人情報）を載せるカレンダーです。アドレスを知る人は誰でも読めます。渡す相手にご注意ください。';

/** Issues the address of a calendar, and shows it once. */
export function IcalAddressButton({ calendar }: { calendar: ManagedIcalAddress }) {
  const [isOpen, setIsOpen] = useState(false);
  if (calendar.is_retired === 1) return null;
  const issue = async () => {
    const text = await newIcalAddress(calendar.id);
    return text === null ? null : { text, formerUntil: null };
  };
  return (
    <>
      <Button
        size="small"
        icon={<Calendar size={12} />}
        text="アドレスを発行"
        aria-label={`${calendar.name}のアドレスを発行`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <IssueDialog
          of={calendar.name}
          what="アドレス"
          hasFormer={calendar.address !== null}
          endsFormer
          warning={calendar.shows_names === 1 ? WITH_NAMES : null}
          issue={issue}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
