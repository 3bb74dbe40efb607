import { Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';

type StepButtonProps = { name: string; steps: -1 | 1; isDisabled?: boolean; onStep: () => void };

/** An arrow to the day or month before or after. */
export function StepButton({ name, steps, isDisabled = false, onStep }: StepButtonProps) {
  return (
    <Button
      size="small"
      variant="minimal"
      icon={steps < 0 ? <ChevronLeft size={14} /> : <ChevronRight size={14} />}
      aria-label={name}
      disabled={isDisabled}
      onClick={onStep}
    />
  );
}
