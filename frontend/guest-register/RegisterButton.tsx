import './guest-register.css';
import { Button } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useValue } from '../shared/store.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import {
  type AskedRegister,
  followIncomplete,
  incompleteRegisters,
  missingText,
  openRegister,
} from './register.js';

/** Opens the register of a booking's stay, by button or key. */
export function RegisterButton({ bookingId, title }: AskedRegister) {
  const open = () => openRegister({ bookingId, title });
  useKey('panelRegister', open);
  return (
    <Button
      size="small"
      text="宿泊者名簿"
      {...keyProps('panelRegister', '宿泊者名簿を開く')}
      onClick={open}
    />
  );
}

/** Missing fields of the register of a guest in the house; nothing where it is complete, or the guest is not here. */
export function MissingWord({ bookingId, title }: AskedRegister) {
  const { value } = useValue(incompleteRegisters.atom);
  useEffect(followIncomplete, []);
  const mine = value?.find(({ booking_id }) => booking_id === bookingId);
  if (!mine) return null;
  return (
    <p className="register-word">
      <Button
        size="small"
        variant="minimal"
        intent="warning"
        text={`宿泊者名簿の不足：${missingText(mine.missing, mine.guests)}`}
        onClick={() => openRegister({ bookingId, title })}
      />
    </p>
  );
}
